import type { TSchema } from '@sinclair/typebox';
import { afterAll, describe, expect, test } from 'vitest';
import { callingFor, notCallingFor, withRequired } from './conditions.ts';
import { type Data, named, openWorkshop, TEMPLATES } from './documents.ts';
import { faultsOf } from './prose.ts';
import { readHtml } from './read-html.ts';
import { type Field, fieldName, fieldsOf, type Kind, withValue } from './schema-fields.ts';
import { words } from './words.ts';

const workshop = await openWorkshop({ printing: false });
afterAll(() => workshop.close());

const DATE = '2031-07-09';
const DATE_IN_WORDS = '9 July 2031';
const ITEMS = ['Kwara one', 'Benue two', 'Ondo three'];
const DECIMAL = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });
/** Of a list of choices too long to try all, such as the countries, so many are tried. */
const MOST_CHOICES = 10;

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const { schema, sample } = template;
  const nothing = withRequired(schema, {});
  const fields = fieldsOf(schema, sample);
  const ofKind = (kind: Kind) => fields.filter((field) => field.kind === kind);

  /** The words that are printed, of a document in which nothing is amiss. */
  async function print(data: Data, change: string): Promise<string> {
    const text = readHtml(await workshop.html(template, data));
    expect({ change, faults: faultsOf(text) }).toEqual({ change, faults: [] });
    return words(text.blocks).join(' ');
  }

  /** Prints the complete sample with one other value, and with all that makes it count. */
  async function printWith({ path }: Field, value: unknown): Promise<string> {
    const data = callingFor(schema, withValue(sample, path, value), path[0]);
    return print(withRequired(schema, data, sample), `${fieldName(path)} = ${JSON.stringify(value)}`);
  }

  /** The values that print the same words as others do. */
  async function alike(values: readonly unknown[], printValue: (value: unknown) => Promise<string>) {
    const printed = await Promise.all(
      values.map(async (value) => ({ value, text: await printValue(value) })),
    );
    return [...Map.groupBy(printed, ({ text }) => text).values()]
      .filter((same) => same.length > 1)
      .map((same) => same.map(({ value }) => value));
  }

  test('the sample is valid, and every field is in it', () => {
    expect(template.validate(sample)).toEqual({ valid: true, value: sample });
    const filled = fields.filter(({ path }) => valueAt(sample, path) !== undefined);
    expect(new Set(filled.map(kin))).toEqual(new Set(fields.map(kin)));
  });

  test('prints every text, date, number and item that it is given', async () => {
    const expected: [Field, unknown, readonly string[]][] = fields.flatMap((field) => {
      switch (field.kind) {
        case 'text':
          return [[field, ITEMS[0], ITEMS.slice(0, 1)]];
        case 'date':
          return [[field, DATE, [DATE_IN_WORDS]]];
        case 'number':
          return [[field, numberFor(field.schema), [DECIMAL.format(numberFor(field.schema))]]];
        case 'texts':
          return [[field, ITEMS, ITEMS]];
        default:
          return [];
      }
    });
    const missing = expected.map(async ([field, value, shown]) => {
      const text = await printWith(field, value);
      return shown.filter((one) => !text.includes(one)).map((one) => `${fieldName(field.path)}: ${one}`);
    });
    expect((await Promise.all(missing)).flat()).toEqual([]);
  });

  test('prints every text of a party, whether company, individual or not said', async () => {
    for (const flag of ofKind('flag').filter(({ path }) => path.length > 1)) {
      const texts = ofKind('text').filter(({ path }) => path[1] === flag.path[1] && path.length > 1);
      const named = texts.map((field, index) => ({ field, value: `Kwara ${index} Road` }));
      for (const value of [true, false, undefined]) {
        const data = named.reduce((data, { field, value }) => withValue(data, field.path, value), sample);
        const text = await print(withValue(data, flag.path, value), `${fieldName(flag.path)} = ${value}`);
        expect(
          named.filter(({ value }) => !text.includes(value)).map(({ field }) => fieldName(field.path)),
        ).toEqual([]);
      }
    }
  });

  test('prints other words for every choice', async () => {
    for (const field of ofKind('choice')) {
      const { enum: choices } = field.schema;
      const step = Math.ceil(choices.length / MOST_CHOICES);
      const tried = choices.filter((_: unknown, index: number) => index % step === 0);
      expect({
        field: fieldName(field.path),
        alike: await alike(tried, (value) => printWith(field, value)),
      }).toEqual({
        field: fieldName(field.path),
        alike: [],
      });
    }
  });

  test('prints other words for true, for false and for neither', async () => {
    for (const field of fieldsOf(schema, nothing).filter(({ kind }) => kind === 'flag')) {
      const name = fieldName(field.path);
      const without = await alike([true, false, undefined], (value) =>
        print(withRequired(schema, withValue(nothing, field.path, value)), `nothing but ${name} = ${value}`),
      );
      const within = await alike([true, false], (value) => printWith(field, value));
      expect({ name, without, within }).toEqual({ name, without: [], within: [] });
    }
  });

  test('prints a sound document without any one field, and without all that may be left out', async () => {
    await print(nothing, 'nothing');
    const prints = fields
      .filter(({ isRequired }) => !isRequired)
      .flatMap(({ path, kind }) => {
        const calm = notCallingFor(schema, sample, path[0]);
        return [undefined, ...(kind === 'text' ? [' '] : []), ...(kind === 'texts' ? [[]] : [])].map(
          (value) => print(withValue(calm, path, value), `${fieldName(path)} = ${JSON.stringify(value)}`),
        );
      });
    await Promise.all(prints);
  });

  test('prints a sound document of any one field alone', async () => {
    const names = fields.filter(({ path }) => path.length === 1).map(({ path: [name] }) => name);
    await Promise.all(
      names.map((name) =>
        print(withRequired(schema, { ...nothing, [name]: sample[name] }, sample), `${name} alone`),
      ),
    );
  });
});

function numberFor({ type, maximum }: TSchema): number {
  const value = maximum === undefined ? 1_234_567.89 : 0.3725 * maximum;
  return type === 'integer' ? Math.floor(value) : value;
}

/** A field of an entry is the same field in every entry. */
function kin({ path }: Field): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((value, step) => (value as Record<string | number, unknown>)[step], data);
}
