import { describe, expect, test } from 'vitest';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { changesOf } from '../../../src/ui/studio/client/texts/changes.ts';
import { insertablesOf, insertionOf, searchFields } from '../../../src/ui/studio/client/texts/insertions.ts';
import { fieldsVersion, isNumber, nextNumber } from '../../../src/ui/studio/client/texts/version-number.ts';

const SCHEMA: DataSchema = {
  properties: {
    parties: {
      type: 'array',
      title: 'Parties',
      items: {
        type: 'object',
        title: 'Party',
        properties: { fullName: { type: 'string', title: 'Full name' } },
      },
    },
    startDate: { type: 'string', format: 'date', title: 'Start', $comment: 'section: Duration' },
    salary: { type: 'number', title: 'Salary', $comment: 'money: true' },
    currency: { type: 'string', title: 'Currency', enum: ['NGN', 'USD'] },
    rate: { type: 'number', title: 'Rate', maximum: 100 },
    isPaid: { type: 'boolean', title: 'Paid' },
    duties: { type: 'array', title: 'Duties', items: { type: 'string', title: 'Entry' } },
  },
};

describe('a field that is inserted', () => {
  const insertion = (path: string, before = '') => {
    const field = insertablesOf(SCHEMA).find((one) => one.path === path);
    if (field === undefined) throw new Error(`there is no ${path}`);
    return insertionOf(field, before, SCHEMA);
  };

  test.each([
    ['startDate', '{{ startDate | date | blank("date", "short") }}'],
    ['salary', '{{ salary | money(currency) | blank("salary") }}'],
    ['currency', '{{ currency | blank("currency") }}'],
    ['rate', '{{ rate | percent | blank("rate") }}'],
    ['isPaid', '{% if isPaid === true %}…{% elif isPaid === false %}…{% else %}…{% endif %}'],
    ['duties', '{% for entry in duties %}\n<li><p>{{ entry | written }}</p></li>\n{% endfor %}'],
    ['parties', '{% for party in parties %}\n<li><p>{{ party.fullName | written }}</p></li>\n{% endfor %}'],
    ['parties[].fullName', '{{ party.fullName | written | blank("full name") }}'],
  ])('%s is %s', (path, text) => {
    expect(insertion(path)).toBe(text);
  });

  test('takes the name that the loop around the cursor gives an entry', () => {
    expect(insertion('parties[].fullName', '{% for one in parties %}{% for x in duties %}{% endfor %}')).toBe(
      '{{ one.fullName | written | blank("full name") }}',
    );
    expect(insertion('parties[].fullName', '{% for one in parties %}{% endfor %}')).toBe(
      '{{ party.fullName | written | blank("full name") }}',
    );
  });

  test('is found by words of its title, path or heading', () => {
    const found = (words: string) => searchFields(insertablesOf(SCHEMA), words).map(({ path }) => path);
    expect([found('name full'), found('duration'), found('isp'), found('nothing')]).toEqual([
      ['parties[].fullName'],
      ['startDate'],
      ['isPaid'],
      [],
    ]);
    expect(found('')).toHaveLength(8);
  });
});

describe('what changed', () => {
  test('is said by words, with the line', () => {
    expect(changesOf('a\nThe Loan is paid back.\nc\nd', 'a\nThe Loan is repaid.\nc\nd\ne')).toEqual([
      {
        line: 2,
        pieces: [
          { kind: 'same', text: 'The Loan is ' },
          { kind: 'deleted', text: 'paid back' },
          { kind: 'inserted', text: 'repaid' },
          { kind: 'same', text: '.' },
        ],
      },
      { line: 5, pieces: [{ kind: 'inserted', text: 'e' }] },
    ]);
    expect(changesOf('a\nb\nc', 'a\nc')).toEqual([{ line: 2, pieces: [{ kind: 'deleted', text: 'b' }] }]);
    expect(changesOf('a\nb', 'a\nb')).toEqual([]);
  });

  test('is said without words of texts that have nothing in common', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}`).join('\n');
    const [before, after] = [lines('old'), lines('new')];
    expect(changesOf(before, after)).toEqual([
      {
        line: 1,
        pieces: [
          { kind: 'deleted', text: before },
          { kind: 'inserted', text: after },
        ],
      },
    ]);
  });
});

describe('the number of a new version', () => {
  const template = { versions: ['2.0.0', '1.0.0'], latestVersion: '2.0.0' };
  const own = (...versions: string[]) => versions.map((version) => ({ templateId: 'note', version }));

  test.each([
    ['1.0.0', false, [], '1.0.0'],
    ['1.0.0', false, ['1.0.0'], '1.1.0'],
    ['1.0.0', true, ['1.0.0', '1.10.0', '1.9.0'], '1.11.0'],
    ['2.0.0', false, ['1.0.0'], '2.0.0'],
    ['0.0.0-draft.1', true, ['0.0.0-draft.1'], '0.1.0'],
  ])('after %s (own: %s) beside %j is %s', (version, isOwn, taken, next) => {
    expect(nextNumber({ templateId: 'note', version, isOwn }, own(...taken))).toBe(next);
  });

  test('says whose fields the text has, and must be a version', () => {
    expect([fieldsVersion(template, '1.0.0'), fieldsVersion(template, '1.1.0')]).toEqual(['1.0.0', '2.0.0']);
    expect(['1.0.0', '2.0.0-draft.1', '1.0', '1.0.0+1', 'one', '01.0.0'].map(isNumber)).toEqual([
      ...[true, true, false, false, false, false],
    ]);
  });
});
