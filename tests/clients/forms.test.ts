import { createAjv, Generate } from '@jsonforms/core';
import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import Form from '@rjsf/core';
import rjsf from '@rjsf/validator-ajv8';
import type { TSchema } from '@sinclair/typebox';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { publishSchema } from '../../src/templating/templates/publish-schema.ts';
import { type Data, named, TEMPLATES } from '../service/use-cases/documents.ts';

/** A control of a form: how it asks for a value, and the path of the value. */
type Control = readonly [kind: string, path: string];

/** The controls that a form for some data must have, in the order of the schema. */
function controlsOf(schema: TSchema, data: unknown, path: string): Control[] {
  if (schema.type === 'object')
    return Object.entries<TSchema>(schema.properties).flatMap(([name, field]) =>
      controlsOf(field, (data as Data | undefined)?.[name], `${path}_${name}`),
    );
  if (schema.type === 'array')
    return ((data ?? []) as unknown[]).flatMap((entry, index) =>
      controlsOf(schema.items, entry, `${path}_${index}`),
    );
  return [[kindOf(schema), path]];
}

function kindOf({ type, format, enum: choices }: TSchema): string {
  if (choices !== undefined) return 'select';
  if (type === 'boolean') return 'checkbox';
  return type === 'number' || format === 'date' ? String(format ?? type) : 'text';
}

/** The kinds of the controls in a page, each with its id, if it has one. Only RJSF has a kind for emails: it is text here. */
function controlsIn(page: string): Control[] {
  return Array.from(page.matchAll(/<(input|select|textarea)\b([^>]*)>/g), ([, tag, attributes = '']) => {
    const [, type = 'text'] = /\btype="(\w+)"/.exec(attributes) ?? [];
    const [, id = ''] = /\bid="([^"]*)"/.exec(attributes) ?? [];
    return [tag === 'input' ? type.replace('email', 'text') : String(tag), id];
  });
}

const kinds = (controls: readonly Control[]) => controls.map(([kind]) => kind);

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const published = () => JSON.parse(JSON.stringify(publishSchema(template, '/schema')));
  /** Without entries in lists that nothing requires; with those, a form has no more fields to count. */
  const parties = Array.from({ length: template.schema.properties.parties?.minItems ?? 0 }, () => ({}));
  const empty: Data = 'parties' in template.schema.properties ? { parties } : {};

  test.each([
    ['the sample', template.sample],
    ['no data', empty],
  ])('has a control for every field in JSON Forms with %s', (_title, data) => {
    const schema = published();
    const page = renderToStaticMarkup(
      createElement(JsonForms, { schema, data, renderers: vanillaRenderers, cells: vanillaCells }),
    );
    expect(kinds(controlsIn(page))).toEqual(kinds(controlsOf(template.schema, data, 'root')));
    const { elements } = Generate.uiSchema(schema) as unknown as { elements: { scope: string }[] };
    expect(elements.map(({ scope }) => scope)).toEqual(
      Object.keys(template.schema.properties).map((name) => `#/properties/${name}`),
    );
  });

  test.each([
    ['the sample', template.sample],
    ['no data', empty],
  ])('has a control for every field in RJSF with %s', (_title, formData) => {
    // Where decimals have a comma, it asks for a number as a text.
    vi.stubGlobal('navigator', { languages: ['en'] });
    const page = renderToStaticMarkup(
      createElement(Form, { schema: published(), validator: rjsf, formData }),
    );
    expect(controlsIn(page)).toEqual(controlsOf(template.schema, formData, 'root'));
  });

  test('has no errors in either form with the sample', () => {
    const check = createAjv().compile(published());
    expect([
      check(template.sample),
      rjsf.validateFormData({ ...template.sample }, published()).errors,
    ]).toEqual([true, []]);
  });

  test('has an error at each field that a condition requires', () => {
    const check = createAjv({ allErrors: true }).compile(published());
    for (const { if: condition, then } of template.schema.allOf ?? []) {
      if (condition === undefined) continue;
      const [[field, { enum: values }]] = Object.entries<TSchema>(condition.properties) as [
        [string, TSchema],
      ];
      for (const value of values) {
        const rest = Object.entries(template.sample).filter(([name]) => !then.required.includes(name));
        const data = { ...Object.fromEntries(rest), [field]: value };
        const inRjsf = rjsf.validateFormData(data, published()).errors.map(({ property }) => property);
        check(data);
        const inJsonForms = check.errors?.flatMap(({ params }) => params.missingProperty ?? []);
        expect(inRjsf).toEqual(expect.arrayContaining(then.required));
        expect(inJsonForms).toEqual(expect.arrayContaining(then.required));
      }
    }
  });
});
