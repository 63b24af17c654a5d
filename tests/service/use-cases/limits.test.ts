import type { TSchema } from '@sinclair/typebox';
import { afterAll, describe, expect } from 'vitest';
import { readConfig } from '../../../src/environment/config.ts';
import { BODY_LIMITS } from '../../../src/templating/validation/body-limits.ts';
import { partOf } from '../../part.ts';
import { makeRequired, withRequired } from './conditions.ts';
import { type Data, named, TEMPLATES } from './documents.ts';
import { openPrintingWorkshop } from './printing.ts';
import { testsWith } from './rules.ts';
import { fieldName, fieldsOf, withValue } from './schema-fields.ts';

/** A document of 60 pages takes a second, and thirty beside other load. */
const workshop = openPrintingWorkshop({ workTimeoutMs: 100_000 });
afterAll(() => workshop.close());

const { BODY_LIMIT_BYTES } = readConfig({ DATA_DIR: '/nonexistent' });
/** Room for what a request has beside its data. */
const ENVELOPE = 200;
const ROOM = BODY_LIMIT_BYTES - ENVELOPE;

const WORDS = 'a text of short words, which ';

/** Words, so that lines can break. */
function prose(characters: number): string {
  const text = WORDS.repeat(Math.ceil(characters / WORDS.length)).slice(0, characters - 1);
  return `${text}.`;
}

const sizeOf = (data: Data) => Buffer.byteLength(JSON.stringify(data));

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const { schema, sample } = template;
  const texts = fieldsOf(schema, sample).filter(({ kind }) => kind === 'text');
  /** Of each list, the texts of the first entry. */
  const kinds = texts.filter(({ path }) => path.every((step) => typeof step === 'string' || step === 0));
  const lists = Object.entries<TSchema>(schema.properties).filter(([, { type }]) => type === 'array');

  /** The complete sample, with the conditions under which this field is printed. */
  const complete = (name: string) => withRequired(schema, makeRequired(schema, sample, name), sample);

  /** The longest text that each of so many fields may have beside the other data. */
  const share = (others: Data, count: number, { maxLength = BODY_LIMITS.characters }: TSchema) =>
    Math.min(maxLength, Math.floor((ROOM - sizeOf(others)) / count) - 1);

  async function expectMade(data: Data): Promise<void> {
    expect(sizeOf(data)).toBeLessThanOrEqual(ROOM);
    // These throw for what the schema refuses, and when the text takes too many steps.
    const docx = await workshop.docx(template, data, { fillable: 'blanks' });
    const pdf = await workshop.pdf(await workshop.document(template, data, { fillable: 'blanks' }));
    expect([docx.length > 0, pdf.length > 0]).toEqual([true, true]);
  }

  testsWith('every text as long as a body allows').made('can be made in both formats', async () => {
    const full = texts.reduce((data, { path, schema: text }) => {
      return withValue(data, path, prose(share(sample, texts.length, text)));
    }, sample);
    await expectMade(full);
  });

  const limit = ({ maxLength = BODY_LIMITS.characters }: TSchema) => maxLength;
  const groups = inGroups(kinds, ({ schema: text }) => limit(text), ROOM - sizeOf(sample));
  const ofGroups = groups.map((group) => {
    const names = group.map(({ path }) => fieldName(path)).join(', ');
    return {
      data: `the longest texts of ${names}`,
      title: `can be made with ${names} at their limits`,
      make: () =>
        group.reduce((data, { path, schema: text }) => {
          const due = makeRequired(schema, data, path[0]);
          return withValue(withRequired(schema, due, sample), path, prose(limit(text)));
        }, sample),
    };
  });
  const ofLists = lists.flatMap(([name, { maxItems = BODY_LIMITS.entries, items }]) =>
    textsOf(items).map((key) => {
      const title = key === undefined ? name : `${name}[].${key}`;
      return {
        data: `${maxItems} ${title}, as long as a body allows`,
        title: `can be made with ${title} at its limit`,
        make: () => {
          const base = complete(name);
          const samples = base[name] as readonly Data[];
          const entries = (text: string) =>
            Array.from({ length: maxItems }, (_, index) =>
              entryOf(items, key, text, samples[index] ?? samples[0] ?? {}),
            );
          const text = key === undefined ? items : items.properties[key];
          const length = share({ ...base, [name]: entries('') }, maxItems, text);
          return { ...base, [name]: entries(prose(length)) };
        },
      };
    }),
  );
  // Each takes more than a core second.
  for (const { data, title, make } of partOf([...ofGroups, ...ofLists], 16))
    testsWith(data).made(title, () => expectMade(make()));
});

function isText({ type, enum: choices, format }: TSchema): boolean {
  return type === 'string' && choices === undefined && format === 'text';
}

/** The names of the texts in an entry of a list; undefined for an entry that is a text. */
function textsOf(items: TSchema): (string | undefined)[] {
  if (items.properties === undefined) return [undefined];
  return Object.keys(items.properties).filter((name) => isText(items.properties[name]));
}

/** An entry of a list with this text. The other texts are left out, so that this one can be as long as possible. */
function entryOf(
  { properties, required = [] }: TSchema,
  key: string | undefined,
  text: string,
  sample: Data,
): unknown {
  if (key === undefined) return text;
  const kept = Object.entries(sample).filter(
    ([name]) => !isText(properties[name]) || required.includes(name),
  );
  return { ...Object.fromEntries(kept), [key]: text };
}

/** Groups of members that together have at most this size. */
function inGroups<One>(all: readonly One[], sizeOfOne: (one: One) => number, most: number): One[][] {
  const groups: One[][] = [];
  let left = 0;
  for (const one of all) {
    left -= sizeOfOne(one);
    if (left < 0) {
      groups.push([]);
      left = most - sizeOfOne(one);
    }
    groups.at(-1)?.push(one);
  }
  return groups;
}
