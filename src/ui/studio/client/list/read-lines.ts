import { parse } from 'csv-parse/browser/esm/sync';
import { csvFormOf } from '../../../rows/csv-form.ts';

export type Lines = readonly (readonly string[])[];

/** 10,000 rows of forty columns are some 8 MB. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** Reads a CSV or XLSX file. @throws Error that tells the person why it cannot be read */
export async function readLines(file: File): Promise<Lines> {
  if (file.size > MOST_BYTES)
    throw new Error(
      `${file.name} is too large for a browser. The command “docgen batch” takes any number of rows.`,
    );
  if (/\.xlsx$/i.test(file.name)) {
    const { readXlsx } = await import('./xlsx.ts');
    return readXlsx(file);
  }
  const text = await decode(file);
  try {
    return parse(text, csvFormOf(text));
  } catch (error) {
    throw new Error(`${file.name} is not CSV: ${(error as Error).message}`);
  }
}

async function decode(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} has bytes that are not UTF-8; save it as “CSV UTF-8”, or as XLSX.`);
  }
}
