import { parseDay } from '../values/values.ts';
import type { BoundField, ControlParts } from './control-parts.ts';
import { childAt, childrenOf, type XmlElement } from './xml.ts';

/** What a control says of itself. */
export interface ControlProperties extends Pick<BoundField, 'option'> {
  readonly path: string | undefined;
  /** Whether it says that it shows its prompt. */
  readonly prompts: boolean;
  /** Its prompt, if the file has it. */
  readonly prompt: string | undefined;
  /** The value in the custom XML part. */
  readonly bound: string | undefined;
  /** Whether a program shows in it what stands elsewhere in the file. */
  readonly isForeign: boolean;
  /** Undefined of what is no box. */
  readonly isChecked: boolean | undefined;
}

/**
 * Reads the properties of a content control.
 * @param properties undefined when it has none
 */
export function controlProperties(
  properties: XmlElement | undefined,
  { fields, prompts }: ControlParts,
): ControlProperties | undefined {
  if (properties === undefined) return undefined;
  const tag = childAt(properties, 'w:tag')?.attributes['w:val'];
  const binding = [...childrenOf(properties)].find(({ name }) => name.endsWith('dataBinding'))?.attributes;
  const xpath = binding?.['w:xpath'] ?? '';
  const [, number] = /\/f:fields\[1\]\/f:field\[(\d+)\]$/.exec(xpath) ?? [];
  const field = number === undefined ? undefined : fields[Number(number) - 1];
  const box = [...childrenOf(properties)].find(({ name }) => name.endsWith('checkbox'));
  const prompt = childAt(properties, 'w:placeholder', 'w:docPart')?.attributes['w:val'];
  const checked = box && [...childrenOf(box)].find(({ name }) => name.endsWith('checked'));
  const state = checked && Object.values(checked.attributes)[0];
  return {
    path: field?.path ?? tag,
    option: field?.option,
    prompts: childAt(properties, 'w:showingPlcHdr') !== undefined && box === undefined,
    prompt: prompt === undefined ? undefined : prompts.get(prompt),
    bound: field?.value,
    isForeign: xpath !== '' && number === undefined,
    isChecked:
      box === undefined ? undefined : isOn(state) || (field?.value !== undefined && isOn(field.value)),
  };
}

/** Nothing, or what Word shows in a control whose own prompt was lost. */
const PROMPT_OF_WORD =
  /^(?:(?:click|tap|click or tap)(?: here)? to enter (?:text|a date)\.|choose an item\.)?$/i;

/** A prompt of ours. */
const BRACKETS = /^\[[^\]]*\]$/;

/** Whether what a control shows is its prompt. */
export function showsPrompt(content: string, { prompt }: ControlProperties): boolean {
  const text = content.trim();
  return PROMPT_OF_WORD.test(text) || (prompt === undefined ? BRACKETS.test(text) : text === prompt);
}

const BOX = /^\s*[☐☒]\s*$/u;

/** Whether the text of a control is what the custom XML part has for it, as far as that has words of its own. */
export function showsBound(text: string, { bound, isChecked }: ControlProperties): boolean {
  const [shown, stored] = [text, bound].map((one) => one?.match(/[\p{L}\p{N}\p{Sc}]/gu)?.join(''));
  // LibreOffice puts a box into another control, which is no box.
  if (!bound || isChecked !== undefined || BOX.test(text) || shown === stored) return true;
  return parseDay(bound) === bound && parseDay(text.replace(/\s/g, ' ')) === bound;
}

function isOn(state: string | undefined): boolean {
  return state !== undefined && ['1', 'true', 'on'].includes(state);
}
