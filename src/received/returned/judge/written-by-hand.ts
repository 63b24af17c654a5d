import { isPrompt } from '../fit/hole-values.ts';
import type { OtherFilling } from '../reading.ts';
import type { Unit } from '../text/expected.ts';
import { isHints } from '../text/unit-words.ts';
import { isDateInWords } from '../values/values.ts';

/** What is written on a rule of no field: on that of a signature, or of the date beside it. */
interface Written extends OtherFilling {
  /** Whether it is no date in the place of one. */
  readonly isOther: boolean;
}

/**
 * What a printed file has on the rule of a paragraph that is signed by hand.
 * @param below the next paragraph, which may be the words below the rule
 * @param wordsAt the words that stand at a hole
 */
export function writtenByHand(
  { holes }: Unit,
  below: Unit | undefined,
  wordsAt: (hole: number) => string,
): Written | undefined {
  const index = holes.findIndex(({ paths }) => paths.length === 0);
  const hole = holes[index];
  if (hole === undefined) return undefined;
  const caption = below !== undefined && isHints(below) ? below.text : '';
  const words = wordsAt(index);
  const text = words.endsWith(caption) ? words.slice(0, words.length - caption.length).trim() : words;
  if (isPrompt(text, hole)) return undefined;
  const isOther = hole.kind === 'date' && !isDateInWords(text);
  return { blank: hole.prompt || 'Signature', text, isOther };
}
