import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isFields } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import type { Reading } from '../../rows/cells.ts';
import type { Row } from '../../rows/row.ts';
import { Table } from '../../rows/table.ts';
import { CommandFailure } from '../failure.ts';
import { fileFailure, messageOf } from '../settings.ts';
import { readCsv } from './csv.ts';

/** A file of rows, which can be read more than once, a row at a time. */
export interface Input {
  readonly rows: () => AsyncIterable<Row>;
  /** What is wrong with the header. Known after the first row was read. */
  readonly headerFaults: () => readonly string[];
  /** What may be a mistake, once for each column. Known after all rows were read. */
  readonly remarks: () => readonly string[];
}

/** Opens a .csv or an .ndjson file. @param reading of a .csv @throws CommandFailure for another */
export function openInput(file: string, schema: DataSchema, reading: Reading = {}): Input {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.csv') return csvInput(file, schema, reading);
  if (extension === '.ndjson' || extension === '.jsonl')
    return { rows: () => readNdjson(file), headerFaults: () => [], remarks: () => [] };
  const cure = extension === '.xlsx' || extension === '.ods' ? ': save the table as CSV in UTF-8' : '';
  throw new CommandFailure('wrongUsage', `${file} is neither a .csv nor an .ndjson file${cure}`);
}

/** @returns the SHA-256 in hexadecimal @throws CommandFailure when the file cannot be read */
export async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) digest.update(chunk);
  } catch (cause) {
    throw fileFailure(file, 'read', cause);
  }
  return digest.digest('hex');
}

function csvInput(file: string, schema: DataSchema, reading: Reading): Input {
  let table = new Table(schema, () => reading);
  async function* rows(): AsyncGenerator<Row> {
    table = new Table(schema, () => reading);
    for await (const line of readCsv(file)) {
      const row = table.read(line);
      if (row !== undefined) yield row;
    }
  }
  return {
    rows,
    headerFaults: () => table.header?.faults ?? ['the file is empty; its first line names the fields'],
    remarks: () => table.remarks,
  };
}

async function* readNdjson(file: string): AsyncGenerator<Row> {
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1;
    if (line.trim() === '') continue;
    yield parseLine(line.replace(/^\ufeff/, ''), number);
  }
}

function parseLine(line: string, number: number): Row {
  try {
    const data: unknown = JSON.parse(line);
    if (isFields(data)) return { number, line: number, data, faults: [] };
    return notAnObject(number, 'is not a JSON object of the fields');
  } catch (error) {
    return notAnObject(number, `is not JSON: ${messageOf(error)}`);
  }
}

function notAnObject(number: number, message: string): Row {
  return { number, line: number, data: {}, faults: [{ row: number, line: number, field: '', message }] };
}
