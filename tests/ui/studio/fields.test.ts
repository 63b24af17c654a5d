import { describe, expect, test } from 'vitest';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { readCatalogue } from '../../../src/templating/templates/catalogue.ts';
import { publishSchema } from '../../../src/templating/templates/publish-schema.ts';
import { dataToSend, fieldsOf, sectionsOf, setAside } from '../../../src/ui/studio/client/form/fields.ts';

const templates = [...(await readCatalogue()).values()].flat();
const schemas = new Map(
  templates.map((template) => {
    const key = `${template.templateId} ${template.version}`;
    return [key, publishSchema(template, key) as DataSchema];
  }),
);

const schemaOf = (key: string) => schemas.get(key) ?? {};
const SENIOR = 'senior-backend-developer-agreement 2.0.0';
const BOOKING = 'studio-booking-agreement 1.0.0';

describe('the form of a schema', () => {
  test('asks for a conditional field when its condition holds', () => {
    const names = (data: object) =>
      fieldsOf(schemaOf(BOOKING), data as never)
        .map(({ name }) => name)
        .filter((name) =>
          ['session', 'totalHours', 'overtime', 'overtimeRate', 'customCurrency'].includes(name),
        );
    expect(names({})).toEqual(['session']);
    expect(names({ session: true })).toEqual(['session', 'totalHours', 'overtime']);
    expect(names({ session: true, overtime: true })).toEqual([
      'session',
      'totalHours',
      'overtime',
      'overtimeRate',
    ]);
    // A condition on a field that is not asked for does not hold.
    expect(names({ session: false, overtime: true })).toEqual(['session']);
    expect(names({ currency: 'Others' })).toEqual(['session', 'customCurrency']);
  });

  test('ends where conditions go in a circle', () => {
    const rule = (by: string, then: string) => ({
      if: { properties: { [by]: { enum: [true] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: [then] },
    });
    const schema = {
      properties: { a: { type: 'boolean' }, b: { type: 'boolean' } },
      dependencies: { a: rule('a', 'b'), b: rule('b', 'a') },
    };
    const names = (values: object) => fieldsOf(schema, values as never).map(({ name }) => name);
    expect([names({ a: true, b: true }), names({ a: true }), names({})]).toEqual([['a', 'b'], [], []]);
  });

  test('has a control for every kind of field', () => {
    const data = {
      fixed: true,
      isEquipment: true,
      isBenefits: true,
      currency: 'Others',
      placeOfWork: 'Hybrid',
    };
    const kinds = Map.groupBy(fieldsOf(schemaOf(SENIOR), data), ({ kind }) => kind);
    expect(kinds.get('date')?.map(({ name }) => name)).toEqual([
      'effectiveDate',
      'commencementDate',
      'continuousFrom',
    ]);
    expect(kinds.get('number')?.map(({ name }) => name)).toEqual(['grossSalary']);
    expect(kinds.get('choice')?.map(({ name }) => name)).toEqual([
      'salaryFrequency',
      'currency',
      'placeOfWork',
      'workingDays',
    ]);
    expect(kinds.get('long choice')?.map(({ name }) => name)).toEqual(['country', 'governingLaw']);
    expect(kinds.get('texts')?.map(({ name }) => name)).toEqual([
      'equipments',
      'benefits',
      'duties',
      'specialTerms',
    ]);
    expect(kinds.get('email')?.map(({ name }) => name)).toEqual(['employerEmail', 'employeeEmail']);
  });

  test('helps people, and leaves out what is for programs', () => {
    const help = new Map(
      fieldsOf(schemaOf(SENIOR), { part_time: true }).map((field) => [field.name, field.help]),
    );
    expect(
      [
        'effectiveDate',
        'commencementDate',
        'country',
        'part_time',
        'maximumHours',
        'grossSalary',
        'dispute',
        'governingLaw',
      ].map((name) => help.get(name)),
    ).toEqual([
      'May be backdated or post-dated.',
      '',
      '',
      'Yes for a part-time worker (particular days or half days), no for a full-time one.',
      'Maximum shift hours per week.',
      'A year’s is paid in equal monthly parts.',
      'How disputes are resolved: yes by arbitration, no by the court.',
      'Country whose law governs the agreement.',
    ]);
  });

  test('names no field by its name in a help', () => {
    const found = [...schemas].flatMap(([key, schema]) => {
      const names = Object.keys(schema.properties ?? {}).filter((name) => /[A-Z_]/.test(name));
      const all = fieldsOf({ ...schema, dependencies: {} }, {});
      return all
        .filter(({ help }) => names.some((name) => help.includes(name)))
        .map(({ name }) => `${key}: ${name}`);
    });
    expect(found).toEqual([]);
  });

  test('shows every field of every schema once, under a heading', () => {
    for (const [key, schema] of schemas) {
      const fields = fieldsOf({ ...schema, dependencies: {} }, {});
      const sections = sectionsOf(fields);
      expect(
        sections.flatMap(({ fields }) => fields.map(({ name }) => name)),
        key,
      ).toEqual(Object.keys(schema.properties ?? {}));
      const titles = sections.map(({ title }) => title);
      // Two groups or controls of one name could not be told apart.
      expect(
        fields.filter(({ title }) => titles.includes(title)).map(({ name }) => name),
        key,
      ).toEqual([]);
      expect(
        titles.filter((title, index) => titles.indexOf(title) < index || (title === '' && index > 0)),
        key,
      ).toEqual([]);
    }
  });
});

describe('what is sent', () => {
  test('leaves out blanks, and what no condition asks for, and keeps the places of entries', () => {
    const data = {
      firstName: ' ',
      lastName: 'Obi',
      fixed: false,
      employmentDuration: '2 years',
      duties: ['one', '', 'two', '', ''],
      specialTerms: ['', ''],
      grossSalary: 'a lot',
      misspelt: 1,
    };
    expect(dataToSend(schemaOf(SENIOR), data)).toEqual({
      lastName: 'Obi',
      fixed: false,
      duties: ['one', '', 'two'],
      grossSalary: 'a lot',
      misspelt: 1,
    });
    expect(setAside(schemaOf(SENIOR), data)).toEqual(['Length of employment']);
  });

  test('a key that no field has is sent, whatever its name, so that validate can name it', () => {
    const data = JSON.parse('{"constructor":"x","__proto__":"y","misspelt":"z"}');
    expect(Object.entries(dataToSend(schemaOf(SENIOR), data))).toEqual(Object.entries(data));
  });

  test('keeps a card that is not filled in, and leaves out an empty list of cards', () => {
    expect(dataToSend(schemaOf(BOOKING), { parties: [{}, { fullName: '' }], sessions: [] })).toEqual({
      parties: [{}, {}],
    });
  });

  test('is the sample itself, but for a currency that it does not use', () => {
    const aside = templates.map(({ sample, ...template }) =>
      setAside(publishSchema({ ...template, sample }, '') as DataSchema, sample as never),
    );
    expect([...new Set(aside.flat())]).toEqual(['Other currency']);
  });
});
