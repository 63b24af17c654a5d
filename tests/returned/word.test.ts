import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { leavesOf } from '../../src/returned/paths.ts';
import { named, TEMPLATES } from '../documents/documents.ts';
import { dataOf, readBack, wordFile } from './reading.ts';

/** A Word file with another body. */
function edited(file: Uint8Array, edit: (body: string) => string): Uint8Array {
  const files = unzipSync(file);
  const name = 'word/document.xml';
  const body = strFromU8(files[name] as Uint8Array);
  const changed = edit(body);
  if (changed === body) throw new Error('the edit changed nothing');
  return zipSync({ ...files, [name]: strToU8(changed) });
}

const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement');
if (nda === undefined) throw new Error('no such template');

test.each(TEMPLATES.map((template) => [named(template), template] as const))(
  'an untouched Word file of %s has its data and no change',
  (_, template) => {
    const { sample } = template;
    const right = new Map(leavesOf(sample));
    const read = readBack(template, wordFile(template, sample));
    expect(read.reading.changes).toEqual([]);
    expect(Object.fromEntries(dataOf(read, right))).toEqual(Object.fromEntries(right));
  },
);

test('a word, a number, a clause and a value that were changed are found, and nothing else', () => {
  const file = wordFile(nda, nda.sample);
  const changed = edited(file, (body) =>
    body
      .replace('within 30\u00a0days after the notice', 'within 60\u00a0days after the notice')
      .replace('Nothing in this clause prevents', 'Everything in this clause prevents'),
  );
  const { reading } = readBack(nda, changed);
  expect(reading.changes.map(({ kind, tracked }) => [kind, tracked])).toEqual([
    ['changed', false],
    ['changed', false],
  ]);
  expect(reading.changes.map(({ was }) => /30 days|Nothing/.exec(was)?.[0])).toEqual(['30 days', 'Nothing']);
  expect(reading.changes.map(({ now }) => /60 days|Everything/.exec(now)?.[0])).toEqual([
    '60 days',
    'Everything',
  ]);
});
