import { hash } from 'node:crypto';
import type { Surroundings } from '../../../formats/docx/convert.ts';
import { type Data, leavesOf } from '../../../lib/paths.ts';
import { passagesOf } from '../file/passages.ts';
import type { WordFile } from '../file/word-file.ts';
import type { ReturnedBlock, ReturnedPicture } from '../file/word-model.ts';
import type { Change, Place } from '../reading.ts';
import { tokensOf } from '../text/marked-text.ts';

const SILENT = { tracked: false, author: null, at: null };
const PICTURE = '[picture]';

type PlaceAt = (passage: number) => Place;

/**
 * What is different from the document as made in headers and footers, and pictures that are not its own. The values of the
 * data, which may stand in a header, may be missing; fields, such as the number of a page, are not compared; a header that is
 * empty or gone is none that says something else.
 * @param made what the document as made has
 * @param placeAt where a passage of the file stands, by its index
 */
export function foreignSurroundings(
  file: Pick<WordFile, 'margins' | 'pictures' | 'blocks'>,
  made: Surroundings,
  data: Data,
  placeAt: PlaceAt,
): Change[] {
  return [...foreignMargins(file, made, data), ...foreignPictures(file, made, placeAt)];
}

function foreignMargins({ margins }: Pick<WordFile, 'margins'>, made: Surroundings, data: Data): Change[] {
  const own = withoutValues(data, new Set(made.margins.flatMap(({ text }) => wordsIn(text))));
  const changes = margins.flatMap(({ clause, blocks }): Change[] => {
    const edge = clause === 'Header' ? 'top' : 'bottom';
    const texts = made.margins.filter((margin) => margin.edge === edge).map(({ text }) => text);
    const now = passagesOf(blocks)
      .flatMap(({ after }) => after)
      .map((line) => tokensOf(line).text)
      .join('\n');
    // A value may be missing, and no other one may stand there.
    if (['', ...texts].some((text) => own(text) === own(now) && isWithin(wordsIn(now), wordsIn(text))))
      return [];
    const was = texts.map((text) => tokensOf(text).text).find(Boolean) ?? '';
    return [{ clause, kind: was === '' ? 'inserted' : 'changed', was, now, ...SILENT }];
  });
  return unique(changes);
}

/** Whether a list has all words of another one, in their order. */
function isWithin(words: readonly string[], list: readonly string[]): boolean {
  let next = 0;
  for (const word of list) if (word === words[next]) next += 1;
  return next === words.length;
}

/** The words of a margin that are neither values nor one of its numbers. */
function withoutValues(data: Data, numbers: ReadonlySet<string>): (text: string) => string {
  const values = new Set(Array.from(leavesOf(data), ([, value]) => String(value)).flatMap(wordsIn));
  return (text) =>
    wordsIn(text)
      .filter((word) => !values.has(word) && !(/^\d+$/.test(word) && numbers.has(word)))
      .join(' ');
}

/** What a line of a margin of a PDF has that the margins of the document as made do not have, but for numbers of pages. */
export function foreignLine(
  clause: 'Header' | 'Footer',
  line: string,
  { margins }: Pick<Surroundings, 'margins'>,
): Change[] {
  const texts = margins.map(({ text }) => text);
  // The two sides of a header may touch.
  if (lettersOf(texts.join('')).includes(lettersOf(line))) return [];
  // These texts are without fields, which leaves two spaces after the word before the number of a page.
  const counted = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(/(\S+)\s{2}/g), ([, word = '']) => word)),
  );
  const now = line
    .split(/\s+/)
    .filter(
      (word, index, all) => !/^\d+$/.test(word) || (all.length > 1 && !counted.has(all[index - 1] ?? '')),
    )
    .join(' ');
  const words = wordsIn(now);
  if (texts.some((text) => isWithin(words, wordsIn(text)))) return [];
  const common = (text: string) => wordsIn(text).filter((word) => words.includes(word)).length;
  const was = texts.find((text) => common(text) * 2 > words.length) ?? '';
  return [{ clause, kind: was === '' ? 'inserted' : 'changed', was: tokensOf(was).text, now, ...SILENT }];
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function foreignPictures(
  { pictures, blocks }: Pick<WordFile, 'pictures' | 'blocks'>,
  made: Surroundings,
  placeAt: PlaceAt,
): Change[] {
  const missing = made.pictures.map((picture) => hash('sha256', picture));
  const foreign = blocks.flatMap((block, index) =>
    picturesIn([block]).flatMap(({ relationship }) => {
      const at = missing.indexOf(pictures.get(relationship) ?? '');
      if (at >= 0) missing.splice(at, 1);
      return at < 0 ? [index] : [];
    }),
  );
  const placeBefore = (index: number) => placeAt(Math.max(0, passagesOf(blocks.slice(0, index)).length - 1));
  const isReplaced = (order: number) => order < missing.length;
  return [
    ...foreign.map((index, order): Change => {
      const [kind, was] = isReplaced(order) ? (['changed', PICTURE] as const) : (['inserted', ''] as const);
      return { ...placeBefore(index), kind, was, now: PICTURE, ...SILENT };
    }),
    ...missing
      .slice(foreign.length)
      .map((): Change => ({ ...placeAt(0), kind: 'deleted', was: PICTURE, now: '', ...SILENT })),
  ];
}

/** The pictures that the file shows. */
function picturesIn(blocks: readonly ReturnedBlock[]): ReturnedPicture[] {
  return blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.flatMap(({ cells }) => cells.flatMap(picturesIn))
      : [
          ...block.pictures.filter(({ deleted }) => deleted === undefined),
          ...block.boxes.flatMap(picturesIn),
        ],
  );
}

/** A file has the header of other pages once more. */
export function unique(changes: readonly Change[]): Change[] {
  return changes.filter(
    ({ clause, now }, index) =>
      changes.findIndex((other) => other.clause === clause && other.now === now) === index,
  );
}

/** Words of letters and numbers, in lower case. */
function wordsIn(text: string): string[] {
  return tokensOf(text)
    .list.map(({ key }) => key.toLowerCase())
    .filter((key) => /[\p{L}\p{N}]/u.test(key));
}
