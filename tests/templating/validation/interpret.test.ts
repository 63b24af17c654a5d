import type { TSchema } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { withValue } from '../../../src/lib/paths.ts';
import { readCatalogue } from '../../../src/templating/templates/catalogue.ts';
import { readSchema } from '../../../src/templating/templates/own/read-schema.ts';
import { publishSchema } from '../../../src/templating/templates/publish-schema.ts';
import { compileValidator, interpretValidator } from '../../../src/templating/validation/validator.ts';

const WRONG = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'a\u0000',
  '2025-02-30',

  0,
  -1,
  1e20,
  1.5,
  1.2345,
  true,
  [],
  [null],
  [{}],
  [' '],
  {},
];

/** The sample, with each field in turn given each of the wrong values, also in the first entry of a list. */
function* mutations(schema: TSchema, sample: Readonly<Record<string, unknown>>) {
  yield sample;
  yield {};
  for (const [name, field] of Object.entries<TSchema>(schema.properties))
    for (const value of WRONG) {
      yield withValue(sample, name, value);
      for (const inner of Object.keys(field.items?.properties ?? {}))
        if (Array.isArray(sample[name])) yield withValue(sample, `${name}[0].${inner}`, value);
    }
}

test('a schema is interpreted as it is compiled, and a published one read as the service has it', async () => {
  let count = 0;
  for (const template of [...(await readCatalogue()).values()].flat()) {
    const { schema, sample } = template;
    const read = readSchema(JSON.parse(JSON.stringify(publishSchema(template, '/schema'))));
    if (!('schema' in read)) throw new Error(JSON.stringify(read.faults));
    const [compiled, interpreted, own] = [
      compileValidator(schema),
      interpretValidator(schema),
      interpretValidator(read.schema),
    ];
    for (const data of mutations(schema, sample)) {
      const verdict = compiled(data);
      expect(interpreted(data)).toEqual(verdict);
      expect(own(data)).toEqual(verdict);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(5_000);
});
