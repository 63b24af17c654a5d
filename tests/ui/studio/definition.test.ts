import { describe, expect, test } from 'vitest';
import { faultsOfDefinition } from '../../../src/templating/templates/own/definition.ts';
import { conditionsFor } from '../../../src/ui/studio/client/texts/conditions.ts';
import {
  type Definition,
  type Facts,
  factsOf,
  KIND_WORDS,
  movedUp,
  readDefinition,
  withFacts,
  withNew,
  without,
} from '../../../src/ui/studio/client/texts/definition.ts';
import { fieldName } from '../../../src/ui/studio/client/texts/field-name.ts';
import { isNamedIn, paragraphOf, withParagraph } from '../../../src/ui/studio/client/texts/paragraphs.ts';

const rule = (by: string, value: unknown, ...required: string[]) => ({
  if: { properties: { [by]: { enum: [value] } } },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required },
});

/** With words that the form does not show. */
const LOAN: Definition = {
  title: 'Loan note',
  kind: 'agreement',
  schema: {
    type: 'object',
    description: 'What goes into a loan note.',
    required: ['lender'],
    properties: {
      lender: { type: 'string', title: 'Lender', maxLength: 80, $comment: 'section: Parties' },
      rate: { type: 'number', title: 'Rate', minimum: 0, maximum: 100 },
      secured: { type: 'boolean', title: 'Secured' },
      security: { type: 'string', title: 'Security' },
      lien: { type: 'string', title: 'Lien', enum: ['first', 'second'] },
      parts: {
        type: 'array',
        title: 'Parts',
        items: { type: 'object', properties: { name: { type: 'string' } } },
      },
    },
    dependencies: {
      secured: { allOf: [rule('secured', true, 'security', 'lien'), rule('secured', false, 'rate')] },
    },
  } as Definition['schema'],
  sample: {
    ...{ lender: 'Acme Limited', rate: 5, secured: true, security: 'a van', lien: 'first' },
    parts: [{ name: 'one' }],
  },
};
const NEW: Facts = {
  ...{ title: 'Purpose', kind: 'text', choices: [], isRequired: false, when: undefined, example: '' },
};
const names = ({ schema }: Definition) => Object.keys(schema.properties ?? {});

test('a form that is opened and saved without a change changes nothing', () => {
  expect(readDefinition(JSON.stringify(LOAN))).toEqual(LOAN);
  for (const name of names(LOAN)) {
    const same = withFacts(LOAN, name, factsOf(LOAN, name));
    expect(JSON.stringify(same)).toBe(JSON.stringify(LOAN));
  }
  expect(names(LOAN).map((name) => factsOf(LOAN, name).kind)).toEqual([
    ...['text', 'number', 'flag', 'text', 'choice', undefined],
  ]);
});

test.each(['', '{', '[]', '{"schema":{"properties":{"a":1}},"sample":{}}', '{"schema":{},"sample":{}}'])(
  'JSON that is none of a template has no form: %s',
  (json) => expect(readDefinition(json)).toBeUndefined(),
);

test('a change of one thing leaves the others as they are', () => {
  const { schema } = LOAN;
  const facts = factsOf(LOAN, 'lender');
  const titled = withFacts(LOAN, 'lender', { ...facts, title: 'Creditor', isRequired: false });
  const { required: _, ...optional } = schema;
  const properties = { ...schema.properties, lender: { ...schema.properties?.lender, title: 'Creditor' } };
  expect(titled).toEqual({ ...LOAN, schema: { ...optional, properties } });
  const dated = withFacts(LOAN, 'lender', { ...facts, kind: 'date' });
  expect(dated.schema.properties?.lender).toEqual({
    ...{ type: 'string', format: 'date', title: 'Lender', $comment: 'section: Parties' },
  });
  expect(dated.sample.lender).toBe('2027-01-31');
  const again = withFacts(LOAN, 'lien', { ...factsOf(LOAN, 'lien'), choices: ['senior', 'junior'] });
  expect([again.schema.properties?.lien?.enum, again.sample.lien]).toEqual([['senior', 'junior'], 'senior']);
});

test('a condition is taken off, moved and put on, and the fields beside it keep theirs', () => {
  const { schema } = LOAN;
  const when = (name: string, value: Facts['when']) =>
    withFacts(LOAN, name, { ...factsOf(LOAN, name), when: value }).schema.dependencies;
  expect(factsOf(LOAN, 'security').when).toEqual({ by: 'secured', value: true });
  expect(when('security', undefined)).toEqual({
    secured: { allOf: [rule('secured', true, 'lien'), rule('secured', false, 'rate')] },
  });
  expect(when('rate', undefined)).toEqual({ secured: rule('secured', true, 'security', 'lien') });
  expect(when('security', { by: 'lien', value: 'first' })).toEqual({
    secured: { allOf: [rule('secured', true, 'lien'), rule('secured', false, 'rate')] },
    lien: rule('lien', 'first', 'security'),
  });
  expect(when('parts', { by: 'secured', value: true })).toEqual({
    secured: { allOf: [rule('secured', true, 'security', 'lien', 'parts'), rule('secured', false, 'rate')] },
  });
  // A field that depends on another decides nothing about that one.
  expect(conditionsFor(schema, 'secured')).toEqual([]);
  expect(conditionsFor(schema, 'lender')).toEqual([
    ...[true, false].map((value) => ({ by: 'secured', value })),
    ...['first', 'second'].map((value) => ({ by: 'lien', value })),
  ]);
});

test('a field with a condition that the form cannot say keeps it', () => {
  const several = {
    secured: { allOf: [rule('secured', true, 'security'), rule('secured', false, 'security')] },
  };
  const odd = { ...LOAN, schema: { ...LOAN.schema, dependencies: several } };
  const facts = factsOf(odd, 'security');
  expect(facts.when).toBe('several');
  expect(withFacts(odd, 'security', { ...facts, title: 'Pledge' }).schema.dependencies).toEqual(several);
});

test('a field is removed with its value and all that names it, and moved up', () => {
  const gone = without(LOAN, 'secured');
  expect(gone.schema.dependencies).toBeUndefined();
  expect(names(gone)).toEqual(['lender', 'rate', 'security', 'lien', 'parts']);
  expect(gone.sample).not.toHaveProperty('secured');
  expect(without(LOAN, 'lender').schema).not.toHaveProperty('required');
  expect(names(movedUp(LOAN, 'secured')).slice(0, 3)).toEqual(['lender', 'secured', 'rate']);
  expect(movedUp(LOAN, 'lender')).toBe(LOAN);
});

describe('a new field', () => {
  const START: Definition = {
    ...{ title: 'Note', kind: 'agreement', sample: { paid: true } },
    schema: { type: 'object', properties: { paid: { type: 'boolean', title: 'Paid' } } },
  };
  const PARAGRAPHS: Readonly<Record<string, string>> = {
    text: '{{ purpose | written | blank("purpose") }}',
    date: '{{ purpose | date | blank("date", "short") }}',
    email: '{{ purpose | blank("purpose") }}',
    number: '{{ purpose | blank("purpose") }}',
    integer: '{{ purpose | blank("purpose") }}',
    money: '{{ purpose | money(currency) | blank("purpose") }}',
    flag: '{% if purpose === true %}yes{% elif purpose === false %}no{% else %}{{ purpose | blank(["yes", "no"]) }}{% endif %}',
    choice: '{{ purpose | blank("purpose") }}',
    texts: '{{ purpose | and_list | blank("purpose") }}',
  };

  test.each(KIND_WORDS)('of the kind %s can be published, and is printed', (kind) => {
    for (const some of [{ isRequired: true }, { when: { by: 'paid', value: false } }]) {
      const facts = { ...NEW, ...some, kind, choices: kind === 'choice' ? ['a van', 'a "home"'] : [] };
      const [next, name] = withNew(START, facts);
      expect(faultsOfDefinition(next as Parameters<typeof faultsOfDefinition>[0])).toEqual([]);
      expect(Object.keys(next.sample)).toEqual(names(next));
      const { example: _, ...read } = factsOf(next, name);
      const { example: _none, ...given } = facts;
      expect(read).toEqual(given);
      const printed = `<p>Purpose: ${PARAGRAPHS[kind]}</p>`;
      expect(paragraphOf(next.schema, name)).toBe(
        'when' in some ? `{% if paid === false %}${printed}{% endif %}\n` : `${printed}\n`,
      );
    }
  });

  test('has its own example, and an amount brings a currency that is not there yet', () => {
    const [next] = withNew(START, { ...NEW, kind: 'money', example: '2500' });
    expect(next.sample).toEqual({ paid: true, purpose: 2500, currency: 'NGN' });
    expect(names(withNew(next, { ...NEW, kind: 'money', title: 'Fee' })[0])).toEqual([
      ...['paid', 'purpose', 'currency', 'fee'],
    ]);
  });

  test.each([
    ['Day of payment', 'dayOfPayment'],
    ['Größe, in m²', 'grosseInM2'],
    ['for', 'for'],
    ['if', 'fieldif'],
    ['Constructor', 'fieldconstructor'],
    ['3 witnesses', 'field3Witnesses'],
    ['名前', 'field'],
    ['Lender', 'lender2'],
    ['x'.repeat(90), 'x'.repeat(61)],
  ])('with the title %s is called %s', (title, name) => expect(fieldName(title, ['lender'])).toBe(name));
});

test.each([
  [
    '{% block title %}T{% endblock %}{% block content %}<p>a</p>{% block x %}b{% endblock %}|{% endblock %}c',
    '|',
  ],
  ['<p>a</p>|', '|'],
])('a paragraph comes to the end of the content: %s', (marked, at) => {
  expect(withParagraph(marked.replace(at, ''), at)).toBe(marked);
});

test('a field is printed where an expression or a tag names it', () => {
  const text =
    '<p>title</p>{% if lender %}\n<p>{{ amount\n| written }}</p>{% endif %}{{ "day" | x(own.rate) }}';
  const names = ['lender', 'amount', 'own', 'rate', 'title', 'day', 'lend', 'a(', ''];
  expect(names.filter((name) => isNamedIn(text, name))).toEqual(['lender', 'amount', 'own', 'rate']);
});
