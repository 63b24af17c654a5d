import { setImmediate as nextTurn } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited } from './fill-word.ts';
import { judged } from './judged.ts';
import { wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);

/** What is told of a file, and the data that it shows. */
function told(file: Uint8Array) {
  const { verdict, changes, changedValues, filledIn, notCompared, data } = judged(
    supply,
    supply.sample,
    file,
  ).answer;
  return {
    verdict,
    changes: changes.map(({ clause, was, now }) => [clause, was, now]),
    values: changedValues?.map(({ path, was, now }) => [path, was, now]),
    filledIn,
    notCompared,
    data,
  };
}
const CHANGED = { verdict: 'changed', changes: [], values: [], filledIn: [], notCompared: [] };

const PARAGRAPH = /<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs;
const inParagraph = (words: string, edit: (xml: string) => string, file = made) =>
  edited(file, (body) => body.replace(PARAGRAPH, (one) => (one.includes(words) ? edit(one) : one)));
const withText = (paragraph: string, text: string) =>
  paragraph.replace(
    /(?<=<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>).*(?=<\/w:p>)/s,
    `<w:r><w:t>${text}</w:t></w:r>`,
  );

test.each([
  ['[Date] subject to board approval', 'changed', ['subject to board approval']],
  ['not before 2030', 'changed', ['not before 2030']],
  ['the 24th day of September, 2026', 'filled in', []],
  ['Click or tap to enter a date.', 'as made', []],
])('words in a control that still shows its prompt are read: %s', (words, verdict, now) => {
  const file = edited(made, (body) => body.replace('>[Date]<', `>${words}<`));
  const { changes, ...answer } = told(file);
  expect([answer.verdict, changes.map((change) => change[2])]).toEqual([verdict, now]);
});

test.each([
  ['>₦780.00<', '>₦980.00<'],
  ['>₦780.00<', '>$780.00<'],
  ['>2027-01-04<', '>2027-10-04<'],
  ['>27 Coca-Cola Road', '>72 Coca-Cola Road'],
])(
  'a file that has another value for a control, which Word shows in its place, is not as made: %s',
  (was, now) => {
    const files = unzipSync(wordFile(supply, supply.sample, { fillable: 'all' }));
    const name = 'customXml/item1.xml';
    const fields = strFromU8(files[name] as Uint8Array);
    expect(fields).toContain(was);
    const { data: _, ...answer } = told(zipSync({ ...files, [name]: strToU8(fields.replace(was, now)) }));
    expect(answer).toEqual({
      ...CHANGED,
      notCompared: ['a control in whose place Word shows another value that the file has for it'],
    });
  },
);

/** The entry of Insurance in a table of contents. */
const contents = (edit: (entry: string) => string, before = '') => {
  const isEntry = (one: string, words: string) => one.includes('"TOC') && one.includes(words);
  const file = wordFile(supply, supply.sample, { toc: true });
  return edited(file, (body) => {
    const entry = [...body.matchAll(PARAGRAPH)].find(([one]) => isEntry(one, 'Insurance'))?.[0] ?? '';
    return body.replace(PARAGRAPH, (one) =>
      isEntry(one, 'Insurance') ? edit(one) : before !== '' && isEntry(one, before) ? entry + one : one,
    );
  });
};

test.each([
  ['that is missing', contents(() => ''), [['Contents', '17. Insurance', '']]],
  [
    'that stands elsewhere',
    contents(() => '', 'Orders'),
    [
      ['Contents', '17. Insurance', ''],
      ['Contents', '', '17. Insurance'],
    ],
  ],
])('an entry of the table of contents %s is told', (_, file, changes) => {
  const { data: _data, ...answer } = told(file);
  expect(answer).toEqual({ ...CHANGED, changes });
});

test('a table of contents without the entry of a clause that is gone is no change of its own', () => {
  const file = edited(
    contents(() => ''),
    (body) => body.replace(PARAGRAPH, (one) => (/Heading(?:(?!<\/w:p>).)*>Insurance</s.test(one) ? '' : one)),
  );
  expect(told(file).changes).toEqual([['17', 'Insurance', '']]);
});
