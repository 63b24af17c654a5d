import type { CompleteOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import { makeDocument } from '../../../src/formats/document/make-document.ts';
import type { Letterhead } from '../../../src/formats/document/model.ts';
import { convertToDocx, surroundingsOf } from '../../../src/formats/docx/convert.ts';
import { leavesOf, schemaAt } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { conditionsOf } from '../../../src/received/returned/fit/fields.ts';
import { readPdf } from '../../../src/received/returned/read-pdf.ts';
import { type ReadWord, readWord } from '../../../src/received/returned/read-word.ts';
import type { ExactText, Reading } from '../../../src/received/returned/reading.ts';
import { hideUnknown } from '../../../src/received/returned/redline/redline.ts';
import { KnownTexts, unitsOf } from '../../../src/received/returned/text/expected.ts';
import { readParts, SharedParts } from '../../../src/render/parts.ts';
import { TemplateCache } from '../../../src/render/template-cache.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { accepted, type Data } from '../../service/use-cases/documents.ts';
import { CONTRADICTED } from './negotiate.ts';

const cache = new TemplateCache(new SharedParts(readParts('templates-html')));

function documentOf(
  template: Template,
  data: Data,
  options: Partial<CompleteOptions>,
  letterhead?: Letterhead,
) {
  const { title, schema } = template;
  return makeDocument(loadedTemplate(template), data, {
    title,
    origin: 'global',
    format: 'docx',
    options: { ...DEFAULT_OPTIONS, ...options },
    fields: fieldTableOf(schema),
    letterhead,
  });
}

export function loadedTemplate({ templateId, version, source }: Template) {
  return cache.load({ name: `${templateId}/${version}.njk`, source }, 'global').template;
}

/** The Word file of a template, without a process. */
export function wordFile(
  template: Template,
  data: Data,
  options: Partial<CompleteOptions> = {},
  letterhead?: Letterhead,
): Uint8Array {
  return convertToDocx(documentOf(template, accepted(template, data), options, letterhead));
}

export function printing(template: Template): ExactText['print'] {
  const known = new KnownTexts();
  return (data, unknown = []) => {
    try {
      const document = documentOf(template, data, { fillable: 'all' });
      hideUnknown(document, new Set(unknown));
      return unitsOf(document, known);
    } catch {
      return undefined;
    }
  };
}

/** What the trail says of a document. */
interface Known {
  /** The paths of the values with which it was made. */
  readonly printed?: readonly string[];
  /** The values of conditions, by path, as far as their digests confirm them. */
  readonly conditions?: ReadonlyMap<string, unknown>;
  readonly letterhead?: Letterhead;
  readonly madeWith?: ExactText['madeWith'];
  readonly print?: ExactText['print'];
}

/** Reads a Word file as a render process does. */
export function readBack(
  template: Template,
  bytes: Uint8Array,
  { printed, conditions, letterhead, print = printing(template) }: Known = {},
): ReadWord {
  const { schema, sample } = template;
  return readWord(bytes, {
    schema,
    sample,
    printed,
    conditions,
    surroundings: (data) => surroundingsOf(documentOf(template, data, {}, letterhead)),
    print,
  });
}

/** Reads a PDF that begins with none of the trail as a render process does. */
export async function readPdfBack(
  template: Template,
  bytes: Uint8Array,
  { letterhead, ...known }: Known = {},
): Promise<Reading> {
  const { schema, sample } = template;
  const surroundings = (data: Data) => surroundingsOf(documentOf(template, data, {}, letterhead));
  return await readPdf(bytes, { schema, sample, surroundings, print: printing(template), ...known });
}

/** The most likely data of a reading; of values that the text does not tell apart, the right ones. */
export function dataOf(
  { reading }: { readonly reading: Pick<Reading, 'values'> },
  right: ReadonlyMap<string, unknown>,
): Map<string, unknown> {
  const data = new Map<string, unknown>();
  for (const { paths, options, contradiction } of reading.values) {
    if (contradiction !== undefined) {
      for (const path of paths) data.set(path, CONTRADICTED);
      continue;
    }
    const fitting = options.find((option) => paths.every((path, index) => option[index] === right.get(path)));
    for (const [index, path] of paths.entries()) {
      const value = (fitting ?? options[0])?.[index];
      if (value !== undefined) data.set(path, value);
    }
  }
  return data;
}

/** What a file says of data: a currency beside an amount, and without a trail a custom one only in place of one of the list. */
export function shownOf(
  { schema }: Template,
  values: ReadonlyMap<string, unknown>,
  isKnown = false,
): Map<string, unknown> {
  const shown = new Map(values);
  const isAmount = ([path, value]: readonly [string, unknown]) =>
    value !== undefined && schemaAt(schema as DataSchema, path)?.money;
  if (![...values].some(isAmount)) shown.delete('currency');
  if (!isKnown && shown.get('currency') !== 'Others') shown.delete('customCurrency');
  return shown;
}

/** What the trail says of a document that was made of these data. */
export function knownOf({ schema }: Template, data: Data) {
  const leaves = [...leavesOf(data)];
  const few = (path: string) => conditionsOf(schemaAt(schema as DataSchema, path) ?? {}).length > 0;
  return { printed: leaves.map(([path]) => path), conditions: new Map(leaves.filter(([path]) => few(path))) };
}
