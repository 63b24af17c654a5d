/**
 * Door of what an answer to a file tells at most. A few KB of a file can say megabytes, and say them once for each change.
 * All but the answer as a whole is bounded in the render process, so that the main process never has more.
 */

import { UnreadableFile } from './unreadable.ts';

/** The longest name of an author that the standard allows (ISO 29500-1, 17.13.5). */
const MAX_AUTHOR = 255;

/** Characters of a text of a change or comment: more than any paragraph of a contract has. */
const MAX_TEXT = 10_000;

/** A contract that was replaced by another one has some 800. */
const MAX_CHANGES = 2_000;

/** A word that is longer overruns the stack of regular expressions at some millions, and no contract has it. */
const MAX_WORD = 10_000;

const MAX_ANSWER_BYTES = 1_048_576;

/** A reading has its values up to four times: what they may be, as made, embedded. */
const MAX_READING_CHARACTERS = 4 * MAX_ANSWER_BYTES;

export function boundedAuthor(author: string): string {
  return author.slice(0, MAX_AUTHOR);
}

export function boundedText(text: string): string {
  return text.slice(0, MAX_TEXT);
}

/** @throws UnreadableFile when there are too many */
export function boundedChanges<One extends { readonly was: string; readonly now: string }>(
  changes: readonly One[],
): One[] {
  if (changes.length > MAX_CHANGES)
    throw new UnreadableFile(
      `the file differs from its text in more than ${MAX_CHANGES} places; is it another document?`,
    );
  return changes.map((change) => ({
    ...change,
    was: boundedText(change.was),
    now: boundedText(change.now),
  }));
}

/** @throws UnreadableFile when it is more than an answer can tell */
export function boundedReading<Reading>(reading: Reading): Reading {
  if (JSON.stringify(reading).length > MAX_READING_CHARACTERS) throw tooMuch();
  return reading;
}

/** @throws UnreadableFile when it is too long */
export function boundedAnswer<Answer>(answer: Answer): Answer {
  if (Buffer.byteLength(JSON.stringify(answer)) > MAX_ANSWER_BYTES) throw tooMuch();
  return answer;
}

function tooMuch(): UnreadableFile {
  return new UnreadableFile(
    'the answer would have more than 1 MiB; remove texts and comments that do not belong to the document',
  );
}

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}\u200c\u200d]/gu;

/** @throws UnreadableFile when a text has a word that no contract has */
export function refuseLongWords(texts: readonly string[]): void {
  for (const text of texts) {
    if (text.length <= MAX_WORD) continue;
    let start = 0;
    const endWord = (end: number) => {
      if (end - start > MAX_WORD)
        throw new UnreadableFile(`the file has a word of more than ${MAX_WORD} characters; remove it`);
      start = end + 1;
    };
    for (const { index } of text.matchAll(BETWEEN_WORDS)) endWord(index);
    endWord(text.length);
  }
}
