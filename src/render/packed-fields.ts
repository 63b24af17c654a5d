import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { FieldTable } from '../formats/document/field-table.ts';
import { remembered } from '../lib/remembered.ts';

const packed = new WeakMap<FieldTable, Uint8Array>();

/** The fields of a schema as the bytes of a structured clone, made once: to send them costs as much as all other of a job. */
export function packFields(fields: FieldTable): Uint8Array {
  return remembered(packed, fields, serialize);
}

/** By their bytes: almost every document has a schema that another one had. */
const known = new LRUCache<string, FieldTable>({ max: 40 });

export function unpackFields(bytes: Uint8Array): FieldTable {
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return remembered(known, key, () => deserialize(bytes) as FieldTable);
}
