import type { Reading } from '../../schemas/reading.ts';
import { moment } from './moment.ts';

const MADE: Readonly<Record<Reading['verdict'], string>> = {
  'as made': 'As made: nothing was changed or filled in.',
  'filled in': 'Filled in: only blanks were filled in, and nothing else was changed.',
  changed: 'CHANGED: the document is not as it was made.',
  unknown: 'UNKNOWN: your company had no such document made here, or its trail is gone.',
};

/** Of a file that was compared with the one that was sent last. */
const SENT: Readonly<Record<Reading['verdict'], string>> = {
  ...MADE,
  'as made': 'Nothing is new: nothing was changed or filled in since the file was sent.',
  'filled in': 'Filled in: only blanks were filled in since the file was sent.',
  changed: 'CHANGED: the document is not as it was sent.',
};

export function verdictSentence({
  verdict,
  baseline,
  document,
}: Pick<Reading, 'verdict' | 'baseline' | 'document'>): string {
  if (verdict === 'unknown' && document.format === 'pdf')
    return 'UNKNOWN: the file does not begin with one that your company had made here; a program has written it anew.';
  return (baseline === 'against' ? SENT : MADE)[verdict];
}

type Change = Reading['changes'][number];

/** `1 place`, `2 places` */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}

/** "12.3 Notices", of a new clause "new 12.4, after 12.3 Notices"; "" if the change is before every heading. */
export function placeOf({ clause, heading, number }: Pick<Change, 'clause' | 'heading' | 'number'>): string {
  const place = clause === heading ? clause : `${clause} ${heading}`.trim();
  if (number === undefined) return place;
  return place === '' ? `new ${number}` : `new ${number}, after ${place}`;
}

/** What changes do to the numbers of clauses: lists of what is meant and what is said of it, each with its title. */
export function numberLists({
  renumbered = [],
  brokenReferences = [],
}: Pick<Reading, 'renumbered' | 'brokenReferences'>): (readonly [
  title: string,
  entries: readonly (readonly [what: string, text: string])[],
])[] {
  return [
    [
      'Clauses with another number',
      renumbered.map(
        ({ was, now, heading }) => [placeOf({ clause: was, heading }), `is now ${now}`] as const,
      ),
    ],
    [
      'References to deleted clauses',
      brokenReferences.map((reference) => [placeOf(reference), `refers to ${reference.to}`] as const),
    ],
  ];
}

/** "Ada Obi, 2026-11-20 10:00 UTC" */
export function authorOf({ author, at }: Pick<Change, 'author' | 'at'>): string {
  return `${author || 'somebody without a name'}${at === null ? '' : `, ${moment(at)}`}`;
}
