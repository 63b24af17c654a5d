import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishSchema } from '../../../src/templating/templates/publish-schema.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { plainText, randomData } from '../../service/use-cases/random-data.ts';

/** Values that some fields accept and others do not. */
const ODD = [
  undefined,
  '',
  ' ',
  'Ada',
  'Nigeria',
  '2025-02-30',
  'A\u0000B',
  'A\u202eB',
  'A\n\tB',
  5,
  -1,
  101,
  true,
  [],
  [''],
  ['a'],
  [5],
  {},
];

/** The schemas after a round trip through JSON. */
const published = new Map(
  TEMPLATES.map((template) => {
    const { templateId, version } = template;
    const id = `/api/v1/templates/${templateId}/versions/${version}/schema`;
    return [template, JSON.parse(JSON.stringify(publishSchema(template, id))) as TSchema] as const;
  }),
);

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const schema = published.get(template) as TSchema;

  function compile(): ValidateFunction {
    const ajv = new Ajv({ strict: true });
    addFormats.default(ajv);
    return ajv.compile(schema);
  }

  test('has a schema that Ajv compiles in strict mode, and that accepts the sample', () => {
    const validate = compile();
    expect([validate(template.sample), validate.errors]).toEqual([true, null]);
  });

  test('has a schema with $schema, $id and title', () => {
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: `/api/v1/templates/${template.templateId}/versions/${template.version}/schema`,
      title: template.title,
      description: expect.stringContaining(template.version),
      type: 'object',
    });
  });

  test('has a title and a description for every field, and an example for texts and numbers', () => {
    const poor = fieldsOf(schema, 'data').filter(
      ([, { title, description, type, examples = [] }]) =>
        !title || !description || (type !== 'array' && type !== 'object' && examples.length === 0),
    );
    expect(poor.map(([path]) => path)).toEqual([]);
  });

  test('has only examples that the schema accepts', () => {
    const ajv = new Ajv({ strict: true });
    addFormats.default(ajv);
    const bad = fieldsOf(schema, 'data').flatMap(([path, field]) => {
      const { $id: _, ...part } = field;
      return (field.examples ?? [])
        .filter((example: unknown) => !ajv.validate(part, example))
        .map(() => path);
    });
    expect(bad).toEqual([]);
  });

  test('has a schema that accepts the same data as the service', () => {
    const validate = compile();
    const changed = fc
      .tuple(
        randomData(template.schema, plainText),
        fc.constantFrom(...Object.keys(template.schema.properties)),
        fc.constantFrom(...ODD),
      )
      .map(([data, field, value]) => JSON.parse(JSON.stringify({ ...data, [field]: value })) as object);
    fc.assert(
      fc.property(changed, (data) => {
        expect(validate(data)).toBe(template.validate(data).valid);
      }),
      { numRuns: 300 },
    );
  });
});

/** Every field by its path, including those of list entries. */
function fieldsOf(schema: TSchema, path: string): [path: string, field: TSchema][] {
  const inner = [
    ...Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) =>
      fieldsOf(field, `${path}.${name}`),
    ),
    ...(schema.items === undefined ? [] : fieldsOf(schema.items, `${path}[]`)),
  ];
  return [[path, schema], ...inner];
}
