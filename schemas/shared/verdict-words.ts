import type { Reading } from '../reading.ts';

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

/** The verdict of a reading as a sentence. */
export function verdictSentence({
  verdict,
  baseline,
  document,
}: Pick<Reading, 'verdict' | 'baseline' | 'document'>): string {
  if (verdict === 'unknown' && document.format === 'pdf')
    return 'UNKNOWN: the file does not begin with one that your company had made here; a program has written it anew.';
  return (baseline === 'against' ? SENT : MADE)[verdict];
}
