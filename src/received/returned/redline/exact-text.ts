import type { Paragraph, Run } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';
import { inGroups } from '../../../lib/in-groups.ts';
import type { Word, Words } from './words.ts';

/** The text of a paragraph of the exact document, which can be cut into runs again. */
export interface ExactText {
  readonly text: string;
  readonly words: readonly Word[];
  /** The runs of a part of the text, as if somebody had deleted or inserted it. */
  cut(start: number, end: number, by?: Revision): Run[];
  /** The format that words at a place have. */
  runAt(place: number): Run | undefined;
}

/** Whether a text has more than signs. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  /** One run of text; or what is not cut: an empty blank, a line break, a picture. */
  readonly runs: readonly Run[];
}

export function isEmptyBlank({ control }: Run): boolean {
  return control?.isBlank === true && control.kind !== 'box';
}

export function exactText({ runs }: Pick<Paragraph, 'runs'>, words: Words): ExactText {
  const stretches: Stretch[] = [];
  let text = '';
  for (const group of inGroups(runs, (run) => (isEmptyBlank(run) ? run.control : run))) {
    const [run] = group as [Run];
    const start = text.length;
    if (isEmptyBlank(run)) text += words.blank;
    else text += run.content.kind === 'text' ? run.content.text : '\n';
    stretches.push({ start, end: text.length, runs: group });
  }
  return {
    text,
    words: words.of(text),
    cut: (start, end, by) =>
      stretches
        .filter((stretch) => stretch.start < end && stretch.end > start)
        .flatMap((stretch) =>
          stretch.runs.map((run) => ({ ...part(run, stretch, start, end), ...(by && { by }) })),
        ),
    runAt: (place) => stretches.find(({ start, end }) => start <= place && place < end)?.runs[0],
  };
}

function part(run: Run, stretch: Stretch, start: number, end: number): Run {
  if (run.content.kind !== 'text' || isEmptyBlank(run)) return run;
  const text = run.content.text.slice(Math.max(0, start - stretch.start), end - stretch.start);
  return { ...run, content: { kind: 'text', text } };
}

/** The words of runs, without those of empty blanks. */
export function textOfRuns(runs: readonly Run[]): string {
  return runs
    .map((run) => (isEmptyBlank(run) ? '' : run.content.kind === 'text' ? run.content.text : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
