import { setImmediate as nextTurn } from 'node:timers/promises';
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

const employment = TEMPLATES.find(
  ({ templateId, version }) => templateId === 'senior-backend-developer-agreement' && version === '2.0.0',
) as Template;
const made = wordFile(employment, employment.sample, { fillable: 'none' });

/** What is told of the agreement after an edit. */
function told(edit: (body: string) => string, isSent = false) {
  const { changes, changedValues } = judged(employment, employment.sample, edited(made, edit), isSent).answer;
  return {
    changes: changes.map(({ clause, was, now }) => [clause, was, now]),
    values: changedValues?.map(({ path, was, now }) => [path, was, now]),
  };
}

const salary = (edit: (row: string) => string) => (body: string) =>
  body.replace(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs, (row) =>
    row.includes('>Gross salary<') ? edit(row) : row,
  );

test('a currency is not told beside the only amount that it is of, when that is gone with its row', () => {
  expect(told(salary(() => ''))).toEqual({
    changes: [['Key Terms: Gross salary', 'Gross salary\t₦1,850,000.00 a month', '']],
    values: [['grossSalary', '₦1,850,000.00', '']],
  });
});

test('a currency that the text as made does not show is not told beside an amount with another unit', () => {
  expect(told(salary((row) => row.replace('a month', 'a year')))).toEqual({
    changes: [['Key Terms: Gross salary', '₦1,850,000.00 a month', '₦1,850,000.00 a year']],
    values: [],
  });
});

test('other words beside values change none of those in the line above', () => {
  expect(told((body) => body.replace('Registered: ', 'Incorporated: '))).toEqual({
    changes: [['Key Terms', 'Registered: Nigeria, RC 1482093', 'Incorporated: Nigeria, RC 1482093']],
    values: [],
  });
});

test('of values that are read as those of the line below, each is known that stands there as it was', () => {
  const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement') as Template;
  const parties = (nda.sample.parties as object[]).map((party, index) =>
    index === 1
      ? { ...party, rcNumber: '22509934', rcAddress: 'Unit 7, Aire Valley Park, Leeds LS9 0PX' }
      : party,
  );
  const data = { ...nda.sample, parties };
  const was = 'Registered: United Kingdom, 22509934';
  const file = edited(wordFile(nda, data, { fillable: 'none' }), (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*22509934(?:(?!<\/w:p>).)*<\/w:p>/s, (line) =>
      line.replace(/>([^<]*)</g, (_, text: string) => `>${text.toUpperCase()}<`),
    ),
  );
  const { changes, changedValues } = judged(nda, data, file).answer;
  expect(changes.map((change) => [change.was, change.now])).toEqual([[was, was.toUpperCase()]]);
  expect(changedValues?.map(({ path }) => path)).toEqual(['parties[1].rcCountry']);
});

test('words behind the full stop of an entry are a change, and the entry has its value still', () => {
  const [entry = ''] = employment.sample.benefits as string[];
  const isEntry = (xml: string) => xml.includes(entry);
  const edit = (body: string) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (xml) =>
      isEntry(xml)
        ? xml.replace('</w:p>', '<w:r><w:t xml:space="preserve"> if agreed</w:t></w:r></w:p>')
        : xml,
    );
  expect(told(edit)).toEqual({ changes: [['Schedule 3', `${entry}.`, `${entry}. if agreed`]], values: [] });
});

const NAME = 'Chukwuemeka Obiora-Nwosu';

test('of joined values that are known, what they were is told', () => {
  const once = (body: string) => body.replace(NAME, NAME.toUpperCase());
  expect(told(once).values).toEqual([['firstName', NAME, NAME.toUpperCase()]]);
  const all = (body: string) => body.replaceAll(NAME, NAME.toUpperCase());
  expect(told(all, true).values).toEqual([
    ['firstName', 'Chukwuemeka', 'CHUKWUEMEKA'],
    ['lastName', 'Obiora-Nwosu', 'OBIORA-NWOSU'],
  ]);
});

test('a value that is gone with the words beside it is told', () => {
  const edit = (body: string) =>
    body.replace(/Fixed period: 24(?:\s|&nbsp;)months/, 'As agreed from time to time');
  expect(told(edit)).toEqual({
    changes: [['Key Terms: Length', 'Fixed period: 24 months', 'As agreed from time to time']],
    values: [['employmentDuration', null, '']],
  });
});

const studio = TEMPLATES.find(({ templateId }) => templateId === 'studio-booking-agreement') as Template;

test('the values of a row that is new fill no blank', () => {
  const file = edited(wordFile(studio, studio.sample, { fillable: 'none' }), (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs, (row) =>
      /16\s+February/.test(row) ? row + row.replace('16', '17') : row,
    ),
  );
  const { changes, filledIn } = judged(studio, studio.sample, file).answer;
  const now = '17 February 2027\t10:00 am\t6:00 pm';
  expect(changes.map((change) => [change.kind, change.now.replaceAll('\u00a0', ' ')])).toEqual([
    ['inserted', now],
  ]);
  expect(filledIn).toEqual([]);
});
