import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { leavesOf, schemaAt } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { readWordFile } from '../../../src/received/returned/file/word-file.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { turnsOf } from '../../part.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { deleted, inserted, run } from './edit-xml.ts';
import { edited, escaped, fillControls, formOf, withoutControls } from './fill-word.ts';
import { judged, readAndJudged } from './judged.ts';
import { dataOf, shownOf, wordFile } from './reading.ts';

// A busy machine takes several times as long.
vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement');
if (nda === undefined) throw new Error('no such template');

test.each(TEMPLATES.filter(turnsOf(0, 2)).map((template) => [named(template), template] as const))(
  'an untouched Word file of %s has its data and no change',
  (_, template) => {
    const { sample } = template;
    const right = shownOf(template, new Map(leavesOf(sample)));
    const { answer, read } = judged(template, undefined, wordFile(template, sample));
    expect(answer.changes).toEqual([]);
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
  const { changes } = readAndJudged(nda, undefined, changed);
  expect(changes.map(({ kind, tracked }) => [kind, tracked])).toEqual([
    ['changed', false],
    ['changed', false],
  ]);
  expect(changes.map(({ was }) => /30 days|Nothing/.exec(was)?.[0])).toEqual(['30 days', 'Nothing']);
  expect(changes.map(({ now }) => /60 days|Everything/.exec(now)?.[0])).toEqual(['60 days', 'Everything']);
});

test('a row of a value that is gone in silence is named, when the trail has its path', () => {
  const file = wordFile(nda, nda.sample);
  const gone = edited(file, (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*Confidentiality Period(?:(?!<\/w:tr>).)*<\/w:tr>/s, ''),
  );
  const lostIn = (bytes: Uint8Array) => {
    const { lost, changes } = readAndJudged(nda, nda.sample, bytes);
    return { lost, changes: changes.length };
  };
  expect(lostIn(file)).toEqual({ lost: [], changes: 0 });
  expect(lostIn(gone)).toEqual({ lost: ['ndaDuration'], changes: 1 });
});

/** A form of the template, filled in with the sample wherever it has a blank for a text; and the data that it then says. */
function filledForm(template: Template) {
  const { sample, schema } = template;
  const given = formOf(template);
  const file = wordFile(template, given);
  const values = new Map(leavesOf(sample));
  const texts = new Map<string, string>();
  for (const { path = '' } of readWordFile(file).controls) {
    const value = values.get(path);
    const field = schemaAt(schema as DataSchema, path);
    if (typeof value === 'number')
      texts.set(path, field?.money ? `₦${value.toLocaleString('en-GB')}` : `${value}`);
    else if (typeof value === 'string') texts.set(path, field?.format === 'date' ? written(value) : value);
    else if (path === 'dispute') texts.set(path, value ? 'arbitration' : 'the courts');
  }
  const data = new Map(leavesOf(given));
  for (const path of texts.keys()) data.set(path, values.get(path));
  // An amount is typed in with its currency.
  if ([...texts.values()].some((text) => text.startsWith('₦'))) data.set('currency', 'NGN');
  return { file: fillControls(file, texts), data, paths: [...texts.keys()].sort() };
}

function written(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

const SAVED = [
  ['with controls', (file: Uint8Array) => file],
  ['without controls and custom XML', withoutControls],
] as const;

test.each(
  TEMPLATES.flatMap((template, row) =>
    SAVED.filter(turnsOf(row, 2)).map(([how, saved]) => [named(template), how, template, saved] as const),
  ),
)(
  'a form of %s that was filled in, %s, has what was written, and no change',
  (_name, _how, template, saved) => {
    const { file, data, paths } = filledForm(template);
    const { answer, read } = judged(template, undefined, saved(file));
    expect(answer.changes).toEqual([]);
    expect(Object.fromEntries(dataOf(read, data))).toEqual(Object.fromEntries(data));
    const filled = read.reading.values.filter(({ isFilledIn }) => isFilledIn).flatMap((value) => value.paths);
    expect(filled.filter((path) => path !== 'currency').sort()).toEqual(paths);
  },
);

const AUTHOR = 'w:id="900" w:author="Ada Obi" w:date="2026-11-20T10:00:00Z"';
const CLAUSE = '<w:p><w:r><w:t>The parties meet every year in Accra.</w:t></w:r></w:p>';

test('tracked and silent changes are told apart, also in one paragraph', () => {
  const file = edited(wordFile(nda, nda.sample), (body) =>
    body
      .replace(
        /(<w:r>(?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?)<w:t xml:space="preserve">([^<]*)Nothing in this clause prevents([^<]*)<\/w:t><\/w:r>/,
        (_, run: string, before: string, after: string) => {
          const text = (words: string) => `${run}<w:t xml:space="preserve">${words}</w:t></w:r>`;
          return `${text(before)}<w:del ${AUTHOR}>${text('Nothing').replaceAll('w:t', 'w:delText').replaceAll('w:delTextab', 'w:tab')}</w:del><w:ins ${AUTHOR}>${text('Everything')}</w:ins>${text(` in this clause always prevents${after}`)}`;
        },
      )
      .replace(
        /<w:sectPr/,
        `${CLAUSE.replace('<w:p>', `<w:p><w:pPr><w:rPr><w:ins ${AUTHOR}/></w:rPr></w:pPr>`).replace('<w:r>', `<w:ins ${AUTHOR}><w:r>`).replace('</w:r>', '</w:r></w:ins>')}<w:sectPr`,
      ),
  );
  const { changes } = readAndJudged(nda, undefined, file);
  const found = changes.map(({ kind, tracked, author, at, now }) => ({
    ...{ kind, tracked, author, at },
    now: /(?:Nothing|Everything) in this clause(?: always)?|Accra/.exec(now)?.[0],
  }));
  const tracked = { tracked: true, author: 'Ada Obi', at: '2026-11-20T10:00:00Z' };
  expect(found).toEqual([
    { kind: 'changed', tracked: false, author: null, at: null, now: 'Nothing in this clause always' },
    { kind: 'changed', ...tracked, now: 'Everything in this clause always' },
    { kind: 'inserted', ...tracked, now: 'Accra' },
  ]);
});

test('words that nobody marked are told as such beside a value whose change was tracked', () => {
  const file = edited(wordFile(nda, nda.sample, { fillable: 'all' }), (body) => {
    const at = body.lastIndexOf('Signed for and on behalf of');
    const line = body
      .slice(at)
      .replace('on behalf of', 'in the name of')
      .replace(
        /<w:sdtContent>(<w:r>.*?<\/w:r>)<\/w:sdtContent>/s,
        (_, was: string) => `<w:sdtContent>${deleted(was)}${inserted(run('', 'Acme'))}</w:sdtContent>`,
      );
    return body.slice(0, at) + line;
  });
  const { changes, changedValues } = judged(nda, nda.sample, file).answer;
  expect(changes.map(({ kind, now, tracked, author }) => [kind, now, tracked, author])).toEqual([
    ['changed', 'Signed for and in the name of Acme (Pennine)', false, null],
  ]);
  expect(changedValues?.map(({ path, now, tracked, author }) => [path, now, tracked, author])).toEqual([
    ['parties[1].rcName', 'Acme', true, 'Ada Obi'],
  ]);
});

test('a value that was changed in silence is data, and no change of the text', () => {
  const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
  const { price } = supply.sample as { price: number };
  const printed = price.toLocaleString('en-GB', { minimumFractionDigits: 2 });
  const file = edited(wordFile(supply, supply.sample), (body) => body.replace(printed, escaped('1,234.50')));
  const { answer, read } = judged(supply, undefined, file);
  expect(answer.changes).toEqual([]);
  expect(dataOf(read, new Map()).get('price')).toBe(1234.5);
});

test.each<[path: string, words: string, value: unknown]>([
  ['fixed', 'No fixed period', false],
  ['fixed', 'the', 'the'],
  ['fixed', 'no', 'no'],
  ['fixed', '12 months', '12 months'],
  ['deposit', 'none', false],
  ['priceBasis', 'Each unit', 'Per unit'],
  ['priceBasis', 'the', 'the'],
  ['dispute', 'arbitration', true],
  ['taxIncluded', 'in addition', false],
])('in the blank of the condition %s, "%s" is %j: nothing is guessed', (path, words, value) => {
  const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
  const file = fillControls(wordFile(supply, formOf(supply)), new Map([[path, words]]));
  const { answer, read } = judged(supply, undefined, file);
  expect(answer.changes).toEqual([]);
  expect(dataOf(read, new Map()).get(path)).toBe(value);
});
