import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { afterAll, describe, expect, test } from 'vitest';
import { findBlanks } from '../../../src/formats/document/blanks.ts';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { bodyOf, textOf } from '../../../src/templating/html/tree.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { withRequired } from './conditions.ts';
import { type Data, named, openWorkshop, TEMPLATES } from './documents.ts';
import { type Field, fieldName, fieldsOf, withValue } from './schema-fields.ts';

const workshop = await openWorkshop();
afterAll(() => workshop.close());

interface Link {
  readonly field: string;
  readonly text: string;
}

/** The links to fields, in document order, and the text outside of them. */
async function linksOf(template: Template, data: Data) {
  const { html } = await workshop.preview(template, data);
  const links: Link[] = [];
  let rest = '';
  const visit = (node: ChildNode): void => {
    if (isText(node)) rest += node.data;
    if (!isTag(node) || node.name === 'style') return;
    const [, field] = /^field:(.+)$/.exec(node.attribs.href ?? '') ?? [];
    if (field === undefined) {
      for (const child of node.children) visit(child);
      return;
    }
    links.push({ field: decodeURIComponent(field), text: plain(textOf(node)) });
    rest += ' ';
  };
  const tree = parseHtml(html);
  for (const child of (bodyOf(tree) as Element).children) visit(child);
  return { links, rest: plain(rest), tree };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A value that no other field has, and how it is printed. */
function distinct({ kind, schema }: Field, number: number): { value: unknown; printed: readonly string[] } {
  const letters = String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26));
  const word = `Kwara${letters}`;
  if (kind === 'text') return { value: word, printed: [word] };
  if (kind === 'email') return { value: `${word}@one.example`, printed: [`${word}@one.example`] };
  if (kind === 'texts') return { value: [`${word}x`, `${word}y`], printed: [`${word}x`, `${word}y`] };
  if (kind === 'date') return { value: `20${10 + number}-07-09`, printed: [`9 July 20${10 + number}`] };
  if (kind !== 'number') return { value: undefined, printed: [] };
  const value = schema.type === 'integer' ? number + 3 : number + 3.25;
  return { value, printed: [String(value)] };
}

/** The sample with a value of its own in each field that has one. */
function distinctData({ schema, sample }: Template) {
  const fields = fieldsOf(schema, sample);
  const values = fields.map((field, index) => ({ field, ...distinct(field, index) }));
  const data = values.reduce(
    (data, { field, value }) => (value === undefined ? data : withValue(data, field.path, value)),
    sample as Data,
  );
  return { data, values };
}

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_name, template) => {
  test('has a link for each value that it prints, and prints none outside of one', async () => {
    const { data, values } = distinctData(template);
    const { links, rest } = await linksOf(template, data);
    for (const { field, printed } of values) {
      for (const [index, text] of printed.entries()) {
        const path = fieldName(field.path);
        const own = new Set([path, `${path}[${index}]`]);
        expect(
          links
            .filter((link) => link.text.includes(text))
            .map((link) => link.field)
            .filter((one) => !own.has(one)),
        ).toEqual([]);
        if (field.kind !== 'number') expect([text, rest.includes(text)]).toEqual([text, false]);
      }
    }
    const linked = new Set(links.map(({ field }) => field.replace(/\[\d+\]$/, '')));
    for (const { field, printed } of values)
      if (printed.some((text) => links.some((link) => link.text.includes(text))))
        expect([...linked]).toContain(fieldName(field.path));
  });

  test('has a link for each value of its sample, but for those that decide about clauses only', async () => {
    const { links } = await linksOf(template, template.sample);
    const linked = new Set(links.flatMap(({ field }) => [field, field.replace(/\[\d+\]$/, '')]));
    const given = fieldsOf(template.schema, template.sample).filter(
      ({ path, kind }) => kind !== 'flag' && at(template.sample, path) !== undefined,
    );
    const unlinked = given.map(({ path }) => fieldName(path)).filter((field) => !linked.has(field));
    // The one is printed only beside the currency "Others", which no sample has; the other decides about clauses.
    expect(unlinked.filter((field) => !['customCurrency', 'supplyType'].includes(field))).toEqual([]);
  });

  test('has a link for each blank of the least data', async () => {
    const least = withRequired(template.schema, {});
    for (const data of [least, {}, { parties: [] }]) {
      const { links, tree } = await linksOf(template, data);
      const blanks = findBlanks(tree as Document, fieldTableOf(template.schema));
      const fields = blanks.flatMap(({ field }) => field ?? []);
      expect(fields.length).toBeGreaterThan(5);
      expect(new Set(links.map(({ field }) => field))).toEqual(
        new Set(links.map(({ field }) => field)).union(new Set(fields)),
      );
      expect(blanks.filter(({ field, element }) => field !== undefined && element.name !== 'a')).toEqual([]);
    }
  });

  test('prints the words of the document itself', async () => {
    for (const data of [template.sample, withRequired(template.schema, {})]) {
      const { html } = await workshop.preview(template, data);
      const document = await workshop.html(template, data, { draft: true });
      const wordsOf = (text: string) => plain(textOf(bodyOf(parseHtml(text)) as Element));
      expect(wordsOf(html)).toBe(wordsOf(document));
    }
  });
});

function at(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], data);
}
