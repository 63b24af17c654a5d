import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import { DocumentOptions } from '../../../schemas/options.ts';
import { Components } from '../../../src/service/http/openapi/components.ts';
import { requestForms } from '../../../src/service/http/openapi/request-forms.ts';
import { findConflicts } from '../../../src/service/http/validator-compiler.ts';
import type { Catalogue, Template } from '../../../src/templating/templates/catalogue.ts';
import type { CustomVersions } from '../../../src/templating/templates/custom.ts';
import { resolveTemplate } from '../../../src/templating/templates/resolve.ts';
import { validateData } from '../../../src/templating/templates/validate-data.ts';
import { BODY_LIMITS } from '../../../src/templating/validation/body-limits.ts';
import { scanJson } from '../../../src/templating/validation/scan-json.ts';
import { compileValidator } from '../../../src/templating/validation/validator.ts';
import { turnsOf } from '../../part.ts';
import { named, TEMPLATES } from '../use-cases/documents.ts';
import { plainText, randomData } from '../use-cases/random-data.ts';

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const CATALOGUE: Catalogue = Map.groupBy(TEMPLATES, ({ templateId }) => templateId);

/** The published schema of a request, as validators of OpenAPI compile it. */
function describedBy(catalogue: Catalogue, own?: CustomVersions, options: Options = {}) {
  const components = new Components();
  const schema = components.publish(requestForms(catalogue, own).schema) as { readonly $ref: string };
  const published = JSON.parse(JSON.stringify({ components, ...schema }));
  // Ajv does not know the keyword, and finds the values by itself.
  delete published.components.schemas.GenerationRequest.discriminator.mapping;
  const ajv = new Ajv2020({ allErrors: true, strict: false, ...options });
  addFormats.default(ajv);
  return ajv.compile(published);
}

const isDescribed = describedBy(CATALOGUE);
const validateRequest = compileValidator(GenerationRequest);

/** Checks 5 to 8 of the contract. */
function isAccepted(body: object): boolean {
  try {
    if (scanJson(Buffer.from(JSON.stringify(body)), BODY_LIMITS).excess !== undefined) return false;
    const verdict = validateRequest(body);
    if (!verdict.valid || findConflicts(body).length > 0) return false;
    validateData(resolveTemplate(CATALOGUE, verdict.value), verdict.value.data);
    return true;
  } catch {
    return false;
  }
}

const LONGEST = 'x'.repeat(BODY_LIMITS.characters);
const PAIRS = '\u{1f58b}'.repeat(BODY_LIMITS.characters / 2 + 1);

/** Values that some fields take and others do not. */
const ODD: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    ' \n',
    'Ada',
    'Nigeria',
    '2025-02-30',
    '2025-03-01',
    'A\u0000B',
    'A\n\tB',
    LONGEST,
  ],
  ...[`${LONGEST}x`, PAIRS, 0, -1, 5, 101, 1e300, true, false, [], [null], [''], ['a'], [5], {}, [{}]],
  Array.from({ length: BODY_LIMITS.entries }, () => 'a'),
  Array.from({ length: BODY_LIMITS.entries + 1 }, () => 'a'),
];

const odd = fc.constantFrom(...ODD);
const maybe = (value: unknown) => fc.constantFrom(undefined, value, null);

const options = fc.oneof(
  odd,
  fc.record(
    Object.fromEntries(
      Object.entries<TSchema>(DocumentOptions.properties).map(([name, { enum: values = [true, false] }]) => [
        name,
        fc.constantFrom(...values, null),
      ]),
    ),
    { requiredKeys: [] },
  ),
);

/** Requests for one template, most of them valid, with odd values in the body, in the data or in a party. */
function requests({ templateId, version, schema }: Template): fc.Arbitrary<object> {
  const names = Object.keys(schema.properties);
  const party = Object.keys(schema.properties.parties?.items.properties ?? { none: {} });
  const part = fc.record({ in: fc.constantFrom('', 'data', 'party', 'body'), value: odd, index: fc.nat() });
  const body = fc.record({
    version: fc.constantFrom(undefined, version, 'latest', null, ' '),
    format: fc.constantFrom('pdf', 'docx'),
    options: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: options }),
    custom: maybe(false),
    strict: maybe(false),
    data: randomData(schema, plainText),
  });
  return fc.tuple(body, part).map(([{ data, ...body }, part]) => {
    const pick = (list: readonly string[]) => list[part.index % list.length] ?? '';
    const changed = { ...data };
    const [first, ...others] = (changed.parties ?? []) as object[];
    if (part.in === 'data') changed[pick(names)] = part.value;
    if (part.in === 'party' && first !== undefined)
      changed.parties = [{ ...first, [pick(party)]: part.value }, ...others];
    const fields = ['templateId', 'version', 'format', 'data', 'strict', 'custom', 'options'];
    const request = {
      templateId,
      ...body,
      data: changed,
      ...(part.in === 'body' && { [pick(fields)]: part.value }),
    };
    // Whether a company's own version exists is not in the public description.
    return JSON.parse(
      JSON.stringify({ ...request, custom: request.custom === true ? false : request.custom }),
    );
  });
}

const TEXTS = TEMPLATES.map((template, row) => [named(template), template, row] as const);

describe.each(TEXTS)('%s', (_, template, row) => {
  const isTaken = turnsOf(row, 3);
  const rule = (title: string, body: () => void) => {
    if (isTaken()) test(title, body);
  };

  rule('is described so that a request is valid exactly if the service accepts it', () => {
    fc.assert(
      fc.property(requests(template), (request) => {
        expect(isDescribed(request)).toBe(isAccepted(request));
      }),
      { numRuns: 500 },
    );
  });

  rule('is described so for every field of the sample with every odd value', () => {
    const { templateId, version, schema, sample } = template;
    for (const field of Object.keys(schema.properties))
      for (const value of ODD) {
        const request = { templateId, version, format: 'pdf', data: { ...sample, [field]: value } };
        expect([field, value, isDescribed(request)]).toEqual([field, value, isAccepted(request)]);
      }
  });

  rule('has faults at the wrong field alone, for validators that know discriminators', () => {
    const validate = describedBy(CATALOGUE, undefined, { discriminator: true });
    const { templateId, version, sample } = template;
    for (const field of Object.keys(sample)) {
      validate({ templateId, version, format: 'pdf', data: { ...sample, [field]: {} } });
      // Ajv adds a message to those of a `then`.
      const faults = validate.errors?.filter(({ keyword }) => keyword !== 'if');
      expect(new Set(faults?.map(({ instancePath }) => instancePath))).toEqual(new Set([`/data/${field}`]));
    }
  });
});

test.each([
  ['archive of a Word file', 'docx', { archive: true }, false],
  ['no archive of a Word file', 'docx', { archive: false }, true],
  ['signature fields in a Word file', 'docx', { signatures: 'fields' }, false],
  ['signature fields in a PDF', 'pdf', { signatures: 'fields' }, true],
  ['a PDF with tracked changes', 'pdf', { wordMode: 'tracked' }, false],
  ['a plain PDF', 'pdf', { wordMode: 'plain', toc: true }, true],
  ['a Word form without fields', 'docx', { wordMode: 'forms', fillable: 'none' }, false],
  ['a Word form', 'docx', { wordMode: 'forms', toc: true }, true],
  ['an archive with fields', 'pdf', { archive: true, fillable: 'blanks' }, false],
  ['an archive without fields', 'pdf', { archive: true, fillable: 'none' }, true],
  ['an option that is not known', 'pdf', { papper: 'A4' }, false],
  ['an option that is not known, and null', 'pdf', { papper: null }, false],
  ['null for every option', 'docx', { archive: null, fillable: null, signatures: null, paper: null }, true],
])('describes %s', (_title, format, options, isRight) => {
  const request = { templateId: 'esg-policy', format, options, data: {} };
  expect([isDescribed(request), isAccepted(request)]).toEqual([isRight, isRight]);
});

describe('versions with different data', () => {
  const [nda] = CATALOGUE.get('non-disclosure-agreement') as [Template];
  const later: Template = {
    ...nda,
    version: '2.0.0',
    schema: Type.Object({ ...nda.schema.properties, fee: Type.Number() }) as TObject,
  };
  const catalogue: Catalogue = new Map([[nda.templateId, [later, nda]]]);
  const own: CustomVersions = new Map([
    [
      nda.templateId,
      [
        {
          version: '3.0.0',
          schemaVersion: '1.0.0',
          sha256: '',
          partsSha256: '',
          isProposed: false,
          definitionSha256: null,
          title: null,
          kind: null,
        },
      ],
    ],
  ]);
  const { parties } = nda.sample;
  const old = { parties };
  const recent = { parties, fee: 5 };

  test.each([
    ['the latest by default', {}, old, false],
    ['the latest by default', {}, recent, true],
    ['the latest by name', { version: 'latest' }, old, false],
    ['the latest by number', { version: '2.0.0' }, recent, true],
    ['an earlier one', { version: '1.0.0' }, old, true],
    ['none', { version: '3.0.0' }, old, false],
    ["the company's own", { custom: true }, old, true],
    ["the company's own by number", { custom: true, version: '3.0.0' }, old, true],
    ["another one of the company's own", { custom: true, version: '1.0.0' }, old, false],
  ])('are described: %s', (_title, choice, data, isRight) => {
    const validate = describedBy(catalogue, own);
    expect(validate({ templateId: nda.templateId, format: 'pdf', ...choice, data })).toBe(isRight);
  });

  test('cannot be asked for as the own ones of a company that has none', () => {
    const validate = describedBy(catalogue, new Map());
    const request = { templateId: nda.templateId, format: 'pdf', data: recent };
    expect([validate(request), validate({ ...request, custom: true })]).toEqual([true, false]);
  });
});
