import { expect, test } from 'vitest';
import type { Reading } from '../../../src/received/returned/read.ts';
import { dataAsMade } from '../../../src/service/use-cases/as-made.ts';
import { ValueDigester } from '../../../src/service/use-cases/value-digests.ts';

const ID = '5d41402a-bc4b-8a76-b971-9d911017c592';
const digester = new ValueDigester(Buffer.alloc(32, 1));

const SCHEMA = {
  type: 'object',
  properties: {
    parties: {
      type: 'array',
      items: { type: 'object', properties: { fullName: { type: 'string' }, isCompany: { type: 'boolean' } } },
    },
    duties: { type: 'array', items: { type: 'string' } },
    dispute: { type: 'boolean' },
    grossSalary: { type: 'number' },
    start: { type: 'string', format: 'date' },
  },
};

const NOTHING_KNOWN = { digests: undefined, isPrinted: () => false, sentAt: () => undefined };

/** The data as made, of a file whose text shows `made`. */
function asMade(
  printed: Record<string, unknown>,
  made: Record<string, unknown>,
  reading: Partial<Reading> = {},
) {
  const digests = digester.of(ID, { data: printed, letterhead: undefined });
  const file = { values: [], embedded: undefined, made, ...reading } as unknown as Reading;
  return dataAsMade(file, SCHEMA, {
    digests,
    isPrinted: (path, value) => digests[path] === digester.digest(ID, path, value),
    sentAt: () => undefined,
  });
}

test('what the text still shows is confirmed, and what was filled in was a blank', () => {
  const printed = { parties: [{ fullName: 'Ada' }, {}], grossSalary: 5 };
  const made = { ...printed, start: '2027-01-01' };
  expect(asMade(printed, made)).toEqual({ data: printed, unknown: [] });
});

test('a condition is the one that was printed, also when another one fits the text', () => {
  expect(asMade({ dispute: true }, { dispute: false })).toEqual({ data: { dispute: true }, unknown: [] });
});

test('a value that was changed in silence is known from the data in the file, and only if they are those printed', () => {
  const [printed, made] = [{ grossSalary: 5 }, { grossSalary: 9 }];
  const known = { data: printed, unknown: [] };
  expect(asMade(printed, made, { embedded: { grossSalary: 5 } })).toEqual(known);
  expect(asMade(printed, made, { embedded: { grossSalary: 7 } })).toEqual({
    data: made,
    unknown: ['grossSalary'],
  });
});

test('an entry that was deleted is there with a value that nobody knows, and one that was added is not', () => {
  const printed = { duties: ['a', 'b'], parties: [{ fullName: 'Ada' }] };
  const made = { duties: ['a'], parties: [{ fullName: 'Ada' }, { fullName: 'Ngozi', isCompany: false }] };
  expect(asMade(printed, made)).toEqual({
    data: { duties: ['a', 'Placeholder'], parties: [{ fullName: 'Ada' }] },
    unknown: ['duties[1]'],
  });
});

test('without the trail, the data are those that the text shows', () => {
  const reading = { values: [], made: { start: '2027-01-01' } } as unknown as Reading;
  expect(dataAsMade(reading, SCHEMA, NOTHING_KNOWN)).toEqual({
    data: { start: '2027-01-01' },
    unknown: [],
  });
});
