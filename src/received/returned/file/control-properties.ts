import { parseDay } from '../values/values.ts';
import type { BoundField, ControlParts } from './control-parts.ts';
import { childAt, childrenOf, textIn, type XmlElement } from './xml.ts';

/** What a control says of itself. */
export interface ControlProperties extends Pick<BoundField, 'option'> {
  readonly path: string | undefined;
  /** Whether it says that it shows its prompt. */
  readonly prompts: boolean;
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
  { fields }: ControlParts,
): ControlProperties | undefined {
  if (properties === undefined) return undefined;
  const tag = childAt(properties, 'w:tag')?.attributes['w:val'];
  const binding = [...childrenOf(properties)].find(({ name }) => name.endsWith('dataBinding'))?.attributes;
  const xpath = binding?.['w:xpath'] ?? '';
  const [, number] = /\/f:fields\[1\]\/f:field\[(\d+)\]$/.exec(xpath) ?? [];
  const field = number === undefined ? undefined : fields[Number(number) - 1];
  const box = [...childrenOf(properties)].find(({ name }) => name.endsWith('checkbox'));
  const checked = box && [...childrenOf(box)].find(({ name }) => name.endsWith('checked'));
  const state = checked && Object.values(checked.attributes)[0];
  return {
    path: field?.path ?? tag,
    option: field?.option,
    prompts: childAt(properties, 'w:showingPlcHdr') !== undefined && box === undefined,
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
const BOX = /^\s*[☐☒]\s*$/u;

/**
 * What a control shows in the place of its content; undefined of one that shows this, as it does with a prompt of ours, too.
 * Programs may type into a control and leave the mark that it shows its prompt.
 */
export function shownBy(
  { prompts, bound, isChecked }: ControlProperties,
  content: XmlElement | undefined,
): { readonly text: string } | 'prompt' | 'own prompt' | undefined {
  if (!prompts && isChecked === undefined) return undefined;
  const text = textIn(content).trim();
  if (isChecked !== undefined && text.length <= 1) return { text: isChecked || text === '☒' ? '☒' : '☐' };
  const isPrompt = prompts && (PROMPT_OF_WORD.test(text) || BRACKETS.test(text));
  if (isPrompt && bound) return { text: bound };
  if (isPrompt) return PROMPT_OF_WORD.test(text) ? 'prompt' : 'own prompt';
  return undefined;
}

/** Whether the text of a control is what the custom XML part has for it, as far as that has words of its own. */
export function showsBound(text: string, { bound, isChecked }: ControlProperties): boolean {
  // LibreOffice puts a box into another control, which is no box.
  if (!bound || isChecked !== undefined || BOX.test(text)) return true;
  const [shown, stored] = [text, bound].map((one) => one.match(/[\p{L}\p{N}\p{Sc}]/gu)?.join(''));
  if (shown === stored) return true;
  return parseDay(bound) === bound && parseDay(text.replace(/\s/g, ' ')) === bound;
}

function isOn(state: string | undefined): boolean {
  return state !== undefined && ['1', 'true', 'on'].includes(state);
}
