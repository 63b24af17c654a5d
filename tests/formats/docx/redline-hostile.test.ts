import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { convertToDocx, convertToRedline } from '../../../src/formats/docx/convert.ts';
import { completed } from '../document/complete.ts';
import { paragraphText, type ReadDocument, readDocx } from '../word/read-docx.ts';
import { page } from './html.ts';
import { after, REVISION } from './redlines.ts';

const many = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => each(index)).join('');
const word = (index: number) => `w${((index * 2_654_435_761) >>> 0).toString(36)}`;
const words = (start: number, count: number) => many(count, (index) => `${word(start + index)} `);

/** Bodies of two documents: what would take the square of its size, or memory for each pair. */
const PAIRS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'paragraphs that are all alike': [
    many(10_000, () => '<p>same'),
    `<p>first${many(9_999, () => '<p>same')}<p>last`,
  ],
  'paragraphs that all have a word more': [
    many(5_000, () => '<p>same words'),
    many(5_000, () => '<p>same words, too'),
  ],
  'paragraphs that all are other ones': [
    many(5_000, (index) => `<p>${words(8 * index, 8)}`),
    many(5_000, (index) => `<p>${words(100_000 + 8 * index, 8)}`),
  ],
  'paragraphs in the other order': [
    many(5_000, (index) => `<p>${words(8 * index, 8)}`),
    many(5_000, (index) => `<p>${words(8 * (4_999 - index), 8)}`),
  ],
  'a huge word': [`<p>${'a'.repeat(1_000_000)}`, `<p>${'a'.repeat(999_999)}b`],
  'a paragraph without words': [`<p>${'!?'.repeat(100_000)}`, `<p>${'?;!'.repeat(60_000)}`],
  'a paragraph of other words': [`<p>${words(0, 50_000)}`, `<p>${words(300_000, 50_000)}`],
  'a paragraph of which every second word is another one': [
    `<p>${words(0, 50_000)}`,
    `<p>${many(50_000, (index) => `${index % 2 ? word(index) : 'x'} `)}`,
  ],
  'rows that all are other ones': [
    `<table>${many(3_000, (index) => `<tr><td>${word(index)}<td>${words(index, 4)}`)}</table>`,
    `<table>${many(3_000, (index) => `<tr><td>${word(-index)}<td>${words(90_000 + index, 4)}`)}</table>`,
  ],
  'nested tables': [`${'<table><tr><td>'.repeat(40)}deep`, `${'<table><tr><td>b<td>'.repeat(30)}other`],
  'lists that begin anywhere': [
    many(5_000, (index) => `<ol start="${index + 2}"><li>${word(index)}</ol>`),
    many(5_000, (index) => `<ol start="${2 * index + 3}"><li>${word(index)}</ol>`),
  ],
  'lists that all look different': [
    many(2_000, (index) => `<ol style="padding-left:${index}px"><li>${word(index)}</ol>`),
    many(2_000, (index) => `<ol style="padding-left:${index + 0.5}px"><li>${word(index)}</ol>`),
  ],
  links: [
    many(5_000, (index) => `<p id="a${index}"><a href="#a${4_999 - index}">${word(index)}</a>`),
    many(5_000, (index) => `<p id="b${index}"><a href="#b${4_999 - index}">${word(index + 1)}</a>`),
  ],
};

/** Processor time in milliseconds. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Measured: 1 to 4 times; what takes the square of its size takes more. */
const MOST = 8;
/** Of files that take a few milliseconds; measured: 600 for a paragraph without words. */
const LEEWAY_MS = 1_500;

test.each(Object.entries(PAIRS))(
  'the time of a comparison grows as that of the two files does: %s',
  { timeout: 60_000 },
  async (_, [from, to]) => {
    const make = (body: string) => completed(page(body));
    const files: Uint8Array[] = [];
    const plain = cpuOf(() => files.push(convertToDocx(make(from)), convertToDocx(make(to))));
    await nextTurn();
    const redlines: Uint8Array[] = [];
    const compared = cpuOf(() => redlines.push(convertToRedline(make(from), make(to), REVISION)));
    expect(compared).toBeLessThan(MOST * plain + LEEWAY_MS);
    await nextTurn();
    const texts = ({ paragraphs }: ReadDocument) => paragraphs.map(paragraphText).join('\n');
    const decided = (['reject', 'accept'] as const).flatMap((decision) =>
      redlines.map((bytes) => texts(after(bytes, decision))),
    );
    const isEqual = files.map((bytes, index) => texts(readDocx(bytes)) === decided[index]);
    expect(isEqual).toEqual([true, true]);
  },
);
