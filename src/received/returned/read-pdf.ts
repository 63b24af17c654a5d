import { leavesOf, schemaAt, valueAt, withValue } from '../../lib/paths.ts';
import { readPdfFile } from './file/pdf-file.ts';
import { currencyOf } from './fit/hole-values.ts';
import { conditionValue } from './judge/condition-value.ts';
import type { ExactText, Reading, ReadValue } from './reading.ts';
import { embeddedData } from './values/embedded-data.ts';
import { valuesOf } from './values/values.ts';

/** Reads the data of a PDF: its form's fields, and what is embedded. @throws UnreadableFile */
export async function readPdf(bytes: Uint8Array, exact: ExactText): Promise<Reading> {
  const { identity, fields, blanks, dataJson, signatures, changes } = await readPdfFile(
    bytes,
    exact.printedBytes,
  );
  const { schema, print } = exact;
  const [embedded = {}] = embeddedData(dataJson, schema);
  const values: ReadValue[] = [];
  const known = new Set(fields.keys());
  const add = (path: string, value: unknown, isFilledIn: boolean) =>
    values.push({ paths: [path], options: [[value]], isFilledIn });
  for (const [path, text] of fields) {
    const field = schemaAt(schema, path);
    if (field === undefined || field.properties !== undefined) continue;
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
  for (const [path, value] of leavesOf(embedded)) if (!known.has(path)) add(path, value, false);
  return {
    identity,
    values,
    blanks: blanks.filter((path) => schemaAt(schema, path) !== undefined),
    lost: [],
    changes,
    comments: [],
    signatures,
    notCompared: exact.printedBytes === undefined ? ['the words of the pages'] : [],
    surroundings: [],
    made: undefined,
    embedded: undefined,
  };
}
