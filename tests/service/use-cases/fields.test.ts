import { afterAll, describe, expect } from 'vitest';
import { turnsOf } from '../../part.ts';
import { makeOptional, makeRequired, withRequired } from './conditions.ts';
import { distinctive } from './distinctive.ts';
import { type Data, named, openWorkshop, TEMPLATES } from './documents.ts';
import { brokenSentences, faultsOf } from './prose.ts';
import { readHtml } from './read-html.ts';
import { expectNone, testsWith } from './rules.ts';
import { type Field, fieldName, fieldsOf, type Kind, valueAt, withValue } from './schema-fields.ts';
import { sectionsOf } from './sections.ts';
import { words } from './words.ts';

const workshop = await openWorkshop();
afterAll(() => workshop.close());

/** Maximum number of choices to try; the list of countries is too long to try all. */
const MAX_CHOICES = 10;

const TEXTS = TEMPLATES.map((template, row) => [named(template), template, row] as const);

describe.each(TEXTS)('%s', (_, template, row) => {
  const rule = testsWith('the sample', turnsOf(row, 4));
  const { schema, sample } = template;
  const nothing = withRequired(schema, {});
  const fields = fieldsOf(schema, sample);
  const ofKind = (kind: Kind) => fields.filter((field) => field.kind === kind);

  /** The printed words of a document, which must have no faults. */
  async function print(data: Data, change: string): Promise<string> {
    const text = readHtml(await workshop.html(template, data));
    const faults = [...faultsOf(text), ...brokenSentences(text)];
    expectNone(faults, `with ${change}, something is missing in, or left over from`);
    return words(text.blocks).join(' ');
  }

  /** Prints the complete sample with another value of one field, and with the values that make this field required. */
  async function printWith({ path }: Field, value: unknown): Promise<string> {
    const data = makeRequired(schema, withValue(sample, path, value), path[0]);
    return print(withRequired(schema, data, sample), `${fieldName(path)} = ${JSON.stringify(value)}`);
  }

  /** The values for which the same words are printed as for another value. */
  async function printedAlike(values: readonly unknown[], printValue: (value: unknown) => Promise<string>) {
    const printed = await Promise.all(
      values.map(async (value) => ({ value, text: await printValue(value) })),
    );
    return [...Map.groupBy(printed, ({ text }) => text).values()]
      .filter((same) => same.length > 1)
      .map((same) => same.map(({ value }) => value));
  }

  rule.sample('the sample is valid and has every field', () => {
    expect(template.validate(sample)).toEqual({ valid: true, value: sample });
    const filled = fields.filter(({ path }) => valueAt(sample, path) !== undefined);
    expect(new Set(filled.map(withoutIndexes))).toEqual(new Set(fields.map(withoutIndexes)));
  });

  rule.printed('prints every given text, date, number and item', async () => {
    const missing = fields.map(async (field) => {
      const { value, printed } = distinctive(field);
      if (printed.length === 0) return [];
      const text = await printWith(field, value);
      return printed.filter((one) => !text.includes(one)).map((one) => `${fieldName(field.path)}: ${one}`);
    });
    expectNone((await Promise.all(missing)).flat(), 'these values are not printed');
  });

  rule.printed('does not print what its description says is not printed', async () => {
    const found = fields.map(async (field) => {
      const flag = /not printed if (\w+) is false/.exec(`${field.schema.description}`)?.[1];
      if (flag === undefined) return [];
      const { value, printed } = distinctive(field);
      const text = await print({ ...withValue(sample, field.path, value), [flag]: false }, `${flag} = false`);
      return printed.filter((one) => text.includes(one)).map((one) => `${fieldName(field.path)}: ${one}`);
    });
    expectNone((await Promise.all(found)).flat(), 'these values are printed');
  });

  rule.printed(
    'prints every text of a party, whether it is a company, an individual or of unknown kind',
    async () => {
      for (const flag of ofKind('flag').filter(({ path }) => path.length > 1)) {
        const [list, index] = flag.path;
        const texts = ofKind('text')
          .filter(({ path }) => path.length > 1 && path[0] === list && path[1] === index)
          .map(({ path }, number) => ({ path, text: `Kwara ${number} Road` }));
        const full = texts.reduce((data, { path, text }) => withValue(data, path, text), sample);
        for (const value of [true, false, undefined]) {
          const printed = await print(
            withValue(full, flag.path, value),
            `${fieldName(flag.path)} = ${value}`,
          );
          const missing = texts.filter(({ text }) => !printed.includes(text));
          const names = missing.map(({ path }) => fieldName(path));
          expectNone(names, `with ${fieldName(flag.path)} = ${value}, these fields are not printed`);
        }
      }
    },
  );

  rule.choices('prints different words for every choice', async () => {
    for (const field of ofKind('choice')) {
      const { enum: choices } = field.schema;
      const step = Math.ceil(choices.length / MAX_CHOICES);
      const tried = choices.filter((_: unknown, index: number) => index % step === 0);
      const same = await printedAlike(tried, (value) => printWith(field, value));
      expectNone(same.map(listed), `these values of ${fieldName(field.path)} print the same words`);
    }
  });

  rule.choices('prints different words for true, false and an absent value', async () => {
    for (const field of fieldsOf(schema, nothing).filter(({ kind }) => kind === 'flag')) {
      const name = fieldName(field.path);
      const without = await printedAlike([true, false, undefined], (value) =>
        print(withRequired(schema, withValue(nothing, field.path, value)), `nothing but ${name} = ${value}`),
      );
      const within = await printedAlike([true, false], (value) => printWith(field, value));
      expectNone(without.map(listed), `without other data, these values of ${name} print the same words`);
      expectNone(within.map(listed), `these values of ${name} print the same words`);
    }
  });

  rule.holes(
    'prints a document without faults when any one optional field, or all of them, are absent',
    async () => {
      await print(nothing, 'nothing');
      const prints = fields
        .filter(({ isRequired }) => !isRequired)
        .flatMap(({ path, kind }) => {
          const base = makeOptional(schema, sample, path[0]);
          return [undefined, ...(kind === 'text' ? [' '] : []), ...(kind === 'texts' ? [[]] : [])].map(
            (value) => print(withValue(base, path, value), `${fieldName(path)} = ${JSON.stringify(value)}`),
          );
        });
      await Promise.all(prints);
    },
  );

  rule.holes('prints a blank for an absent field, or leaves out the words around it', async () => {
    const blocksOf = async (data: Data) =>
      sectionsOf(await workshop.html(template, data))
        .flatMap(({ blocks }) => blocks)
        .map((block) => block.replaceAll('\u00a0', ' '));
    const holes = fields.map(async (field) => {
      const { value, printed } = distinctive(field);
      const [text] = printed;
      if (field.isRequired || field.kind === 'texts' || text === undefined) return [];
      const base = makeOptional(schema, withValue(sample, field.path, value), field.path[0]);
      const without = new Set(await blocksOf(withValue(base, field.path, undefined)));
      return (await blocksOf(base)).filter(
        (block) => block.includes(text) && without.has(withoutValue(block, text)),
      );
    });
    expectNone((await Promise.all(holes)).flat(), 'without the value, this has a hole and no blank');
  });

  rule.holes('prints a document without faults when only one field is given', async () => {
    const names = fields.filter(({ path }) => path.length === 1).map(({ path: [name] }) => name);
    await Promise.all(
      names.map((name) =>
        print(withRequired(schema, { ...nothing, [name]: sample[name] }, sample), `${name} alone`),
      ),
    );
  });
});

/** The block without the value and without its currency or percent sign. */
function withoutValue(block: string, value: string): string {
  return block
    .replace(new RegExp(`\\p{Sc}?${value}%?`, 'gu'), '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** `true, absent` */
function listed(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value) ?? 'absent').join(', ');
}

/** The path without the indexes of list entries. */
function withoutIndexes({ path }: Field): string {
  return path.filter((step) => typeof step === 'string').join('.');
}
