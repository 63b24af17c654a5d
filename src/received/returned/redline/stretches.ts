import type { Control, Run } from '../../../formats/docx/model/model.ts';
import { hasWords, isEmptyBlank } from './exact-text.ts';
import type { ParagraphEdit } from './paragraph-edit.ts';

/** A letter, or an empty blank. */
export interface Sign {
  /** With the space before it. */
  readonly text: string;
  readonly run: Run;
}

/** A stretch that both texts have (`isKept`), or what stands at one place in only one of them. */
export interface Stretch {
  readonly was: Sign[];
  readonly now: Sign[];
  readonly isKept: boolean;
}

function signsOf(runs: readonly Run[]): Sign[] {
  const signs: Sign[] = [];
  let [space, blank] = ['', undefined as Run['control']];
  for (const run of runs) {
    if (isEmptyBlank(run)) {
      if (run.control !== blank) signs.push({ text: `${space}`, run });
      [space, blank] = ['', run.control];
    } else if (run.content.kind !== 'text') space = ' ';
    else
      for (const sign of run.content.text)
        if (/\s/.test(sign)) space = ' ';
        else {
          signs.push({ text: space + sign, run });
          space = '';
        }
  }
  return signs;
}

/** What both texts of a paragraph have, and what only one of them has, in order. */
export function stretchesOf({ from, to }: Pick<ParagraphEdit, 'from' | 'to'>): Stretch[] {
  const stretches: Stretch[] = [];
  const [was, now] = [signsOf(from), signsOf(to)];
  const open = (isKept: boolean): Stretch => {
    const last = stretches.at(-1);
    if (last?.isKept === isKept) return last;
    const next: Stretch = { was: [], now: [], isKept };
    stretches.push(next);
    return next;
  };
  for (let [one, other] = [0, 0]; one < was.length || other < now.length; ) {
    const [before, after] = [was[one], now[other]];
    if (before !== undefined && (before.run.by !== undefined || after === undefined)) {
      open(false).was.push(before);
      one += 1;
    } else if (after !== undefined && (after.run.by !== undefined || before === undefined)) {
      open(false).now.push(after);
      other += 1;
    } else if (before !== undefined && after !== undefined) {
      const kept = open(true);
      kept.was.push(before);
      kept.now.push(after);
      one += 1;
      other += 1;
    }
  }
  return stretches;
}

/** The value to which a stretch belongs: that of words that are gone, or beside which others stand now. */
export function controlAt(stretches: readonly Stretch[], index: number): Control | undefined {
  const { was, now } = stretches[index] as Stretch;
  const [before, after] = [stretches[index - 1]?.was.at(-1), stretches[index + 1]?.was[0]];
  const [first] = was;
  if (first !== undefined) {
    const { control } = first.run;
    return was.every(({ run }) => run.control === control) ? control : undefined;
  }
  const [left, right] = [before?.run.control, after?.run.control];
  if (left === right) return left;
  // What stands beside a value is a part of it where its paragraph has no other words.
  const own = left ?? right;
  const isOther = ({ run, text }: Sign) => run.control !== own && hasWords(text);
  return now.length > 0 && !stretches.some((stretch) => stretch.was.some(isOther)) ? own : undefined;
}

/** What stands now where a value was. */
export function wordsNow(stretches: readonly Stretch[], control: Control): string {
  return textOfSigns(
    stretches.flatMap((stretch, index) => {
      if (stretch.isKept) return stretch.now.filter((_, at) => stretch.was[at]?.run.control === control);
      return controlAt(stretches, index) === control ? stretch.now : [];
    }),
  );
}

export function textOfSigns(signs: readonly Sign[]): string {
  return signs
    .map(({ text }) => text)
    .join('')
    .trim();
}
