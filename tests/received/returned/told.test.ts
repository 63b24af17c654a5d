import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Reading } from '../../../schemas/reading.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { wordsOf } from '../../../src/lib/words-of.ts';
import { readWordFile } from '../../../src/received/returned/file/word-file.ts';
import { redlineOf } from '../../../src/received/returned/redline/redline.ts';
import { tokensOf } from '../../../src/received/returned/text/marked-text.ts';
import { inProofs, partOf } from '../../part.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { judged } from './judged.ts';
import { negotiate } from './negotiate.ts';
import { Random } from './random.ts';
import { loadedTemplate, wordFile } from './reading.ts';

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

/** How many files of each text; `npm test` takes one file of one of six texts. */
const FILES = Number(process.env.NEGOTIATED ?? (inProofs() ? 4 : 1));
const TEXTS = process.env.NEGOTIATED === undefined ? partOf(TEMPLATES, 6) : TEMPLATES;
const SEED = process.env.RANDOM ?? '';

test.each(TEXTS.map((template) => [named(template), template] as const))(
  'each change of a negotiated %s is a tracked change of its redline, and the other way round',
  { timeout: 30_000 * (FILES + 1) },
  async (name, template) => {
    const file = wordFile(template, template.sample, { fillable: 'all' });
    const wrong: unknown[] = [];
    for (let run = 0; run < FILES; run++) {
      await nextTurn();
      const random = new Random(`${SEED}told ${name} ${run}`);
      const negotiated = negotiate(file, template.schema as DataSchema, random, 5);
      const { answer, made } = judged(template, template.sample, negotiated.file);
      const tracked = trackedIn(redlineOf(negotiated.file, loadedTemplate(template), made));
      const faults = [...untold(tracked, answer), ...untracked(tracked, answer)];
      if (faults.length > 0) wrong.push({ run, faults });
      expect(tracked.length).toBeGreaterThan(0);
    }
    expect(wrong).toEqual([]);
  },
);

/** The paragraphs that tracked changes make of others. */
interface TrackedParagraph {
  /** Those that are there only with the changes rejected, and accepted. */
  readonly was: readonly string[];
  readonly now: readonly string[];
}

function trackedIn(redline: Uint8Array): TrackedParagraph[] {
  return readWordFile(redline).passages.flatMap(({ before, after }) => {
    const [was, now] = [before, after].map((lines) => lines.map(bare).filter(Boolean));
    const only = (own: readonly string[] = [], other: readonly string[] = []) =>
      own.filter((line) => !other.includes(line));
    const tracked = { was: only(was, now), now: only(now, was) };
    return tracked.was.length + tracked.now.length > 0 ? [tracked] : [];
  });
}

function bare(text: string): string {
  return wordsOf(tokensOf(text).text);
}

const linesOf = (text: string) =>
  text
    .split(/[\t\n]/)
    .map(bare)
    .filter(Boolean);

type Answer = Pick<Reading, 'changes' | 'changedValues'>;
const changesOf = ({ changes }: Answer) => changes.filter(({ kind }) => kind !== 'marked');

/** The tracked paragraphs that the answer says nothing of. */
function untold(tracked: readonly TrackedParagraph[], answer: Answer): string[] {
  const changes = changesOf(answer);
  const [was, now] = [changes.flatMap((one) => linesOf(one.was)), changes.flatMap((one) => linesOf(one.now))];
  return tracked.flatMap((one) => {
    const isChange =
      one.was.every((line) => was.includes(line)) && one.now.every((line) => now.includes(line));
    const isValue = (answer.changedValues ?? []).some((value) => holdsValue(one, value));
    // A paragraph with a value that nobody knows any more, in whose place another one stands.
    const isUnknown = one.now.length === 0 && one.was.every((line) => line.includes(' as made'));
    const hasUnknown = (answer.changedValues ?? []).some(({ was: printed }) => printed === null);
    return isChange || isValue || (isUnknown && hasUnknown) ? [] : [`not told: ${JSON.stringify(one)}`];
  });
}

/** What the answer says and no tracked change of the redline. */
function untracked(tracked: readonly TrackedParagraph[], answer: Answer): string[] {
  const changes = changesOf(answer);
  // Words that nobody marked, beside others that were tracked, are a change of their own.
  const between = new Set(
    changes
      .flatMap((one) => linesOf(one.now))
      .filter((line) => changes.some((one) => linesOf(one.was).includes(line))),
  );
  const has = (side: 'was' | 'now', line: string) =>
    between.has(line) || tracked.some((one) => one[side].includes(line));
  return [
    ...changes
      .filter(
        (one) =>
          !linesOf(one.was).every((line) => has('was', line)) ||
          !linesOf(one.now).every((line) => has('now', line)),
      )
      .map((one) => `not tracked: ${JSON.stringify(one)}`),
    ...(answer.changedValues ?? [])
      .filter((value) => !isTracked(tracked, value))
      .map((value) => `not tracked: ${JSON.stringify(value)}`),
  ];
}

const holds = (lines: readonly string[], text: string | null) =>
  linesOf(text ?? '').every((part) => lines.some((line) => line.includes(part)));

type ChangedValue = NonNullable<Reading['changedValues']>[number];

/** Whether a tracked paragraph has a value before and after. One that is deleted or inserted as a whole has one of both. */
function holdsValue({ was, now }: TrackedParagraph, value: ChangedValue): boolean {
  // Of a value that is gone, and that nobody knows, the redline says that it was one, or has what it was joined with.
  if (value.was === null && value.now === '')
    return now.length === 0 || was.some((line) => line.includes('as made'));
  const [isDeleted, isInserted] = [now.length === 0, was.length === 0];
  return (isInserted || holds(was, value.was)) && (isDeleted || holds(now, value.now));
}

function isTracked(tracked: readonly TrackedParagraph[], value: ChangedValue): boolean {
  const found = tracked.filter((one) => holdsValue(one, value));
  const isThere = (side: 'was' | 'now') => !value[side] || found.some((one) => one[side].length > 0);
  return found.length > 0 && isThere('was') && isThere('now');
}
