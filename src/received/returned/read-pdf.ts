import { leavesOf, schemaAt, valueAt, withValue } from '../../lib/paths.ts';
import { boundedChanges, boundedText } from './bounds.ts';
import { readPdfFile } from './file/pdf-file.ts';
import { currencyOf } from './fit/hole-values.ts';
import { conditionValue } from './judge/condition-value.ts';
import { readPdfWords } from './read-pdf-words.ts';
import type { Change, ExactText, OtherFilling, Reading, ReadValue } from './reading.ts';
import { embeddedData } from './values/embedded-data.ts';
import { isDateInWords, valuesOf } from './values/values.ts';

/** Of a name of a field, and of a text in what was not compared. */
const LONGEST = 200;

/** Reads the data of a PDF: its form's fields, and what is embedded. @throws UnreadableFile */
export async function readPdf(bytes: Uint8Array, exact: ExactText): Promise<Reading> {
  const { schema, print, printedBytes } = exact;
  const isOther = printedBytes === undefined;
  const file = await readPdfFile(bytes, { printedBytes, words: isOther });
  const { identity, fields, blanks, dataJson, signatures, changes } = file;
  const read = isOther ? readPdfWords(file, exact) : undefined;
  const [embedded = {}] = embeddedData(dataJson, schema);
  const values: ReadValue[] = [];
  const known = new Set(fields.keys());
  const others: OtherFilling[] = [];
  const add = (path: string, value: unknown, isFilledIn: boolean) =>
    values.push({ paths: [path], options: [[value]], isFilledIn });
  for (const [path, text] of fields) {
    const field = schemaAt(schema, path);
    if (field === undefined || field.properties !== undefined) {
      others.push({ blank: path.slice(0, LONGEST), text: boundedText(text) });
      continue;
    }
    let [value] =
      field.type === 'string' && field.enum === undefined && field.format !== 'date'
        ? [text]
        : valuesOf(text, field);
    if (value === undefined && (field.type === 'boolean' || field.enum !== undefined)) {
      const data = withValue(embedded, path, undefined);
      const units = print(data);
      value = units && conditionValue(text, path, { data, units }, exact);
    }
    add(path, value ?? text, true);
    if (!field.money) continue;
    for (const [other, currency] of currencyOf(text, schema)) {
      if (known.has(other) || valueAt(embedded, other) !== undefined) continue;
      known.add(other);
      add(other, currency, true);
    }
  }
  for (const value of read?.values ?? [])
    if (!value.paths.some((path) => known.has(path))) values.push(value);
  const shown = new Set(values.flatMap(({ paths }) => paths));
  for (const [path, value] of leavesOf(embedded)) if (!shown.has(path)) add(path, value, false);
  return {
    identity,
    values,
    blanks: (read?.blanks ?? blanks).filter(
      (path) => !known.has(path) && schemaAt(schema, path) !== undefined,
    ),
    lost: read?.lost ?? [],
    changes: isOther ? changes : boundedChanges([...changes, ...others.flatMap(noDate)]),
    comments: [],
    signatures,
    notCompared: read
      ? [
          ...read.notCompared,
          ...others.map(({ blank, text }) => `form field ${blank}: ${text}`.slice(0, LONGEST)),
        ]
      : isOther
        ? ['the words of the pages']
        : [],
    others: isOther ? (read?.others ?? []) : others.filter((one) => noDate(one).length === 0),
    surroundings: read?.surroundings ?? [],
    made: read?.made,
    differences: read?.differences,
    embedded: read && embedded,
  };
}

/** Other words in the place of a date are a change, as in a Word file. */
function noDate({ blank, text }: OtherFilling): Change[] {
  if (!/\bdate$/i.test(blank) || isDateInWords(text)) return [];
  const silent = { tracked: false, author: null, at: null };
  return [{ clause: blank, kind: 'inserted', was: '', now: text, ...silent }];
}
