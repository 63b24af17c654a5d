import { inflateSync } from 'node:zlib';

/** The objects of a PDF without object streams, read by its cross-reference table. */
export interface PdfObjects {
  /** "%PDF-1.7" */
  readonly version: string;
  /** The document catalogue. */
  readonly catalogue: string;
  /** Number → text of an object; for a stream, its dictionary. */
  readonly objects: ReadonlyMap<number, string>;
  /** Number → content of a compressed stream. */
  readonly streams: ReadonlyMap<number, string>;
}

/** @throws Error if an object is not at the position in the table */
export function readObjects(pdf: Uint8Array): PdfObjects {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  const objects = new Map<number, string>();
  const streams = new Map<number, string>();
  for (const [id, offset] of readTable(text)) {
    const head = `${id} 0 obj\n`;
    if (!text.startsWith(head, offset)) throw new Error(`object ${id} is not at ${offset}`);
    const start = offset + head.length;
    const [object = ''] = text.slice(start, text.indexOf('endobj', start)).split(/ stream\n|\nendobj|\n$/, 1);
    objects.set(id, object);
    const [, length] = /\/Filter \/FlateDecode\n\/Length (\d+)>>$/.exec(object) ?? [];
    if (length === undefined) continue;
    const data = start + object.length + ' stream\n'.length;
    streams.set(id, inflateSync(bytes.subarray(data, data + Number(length))).toString('latin1'));
  }
  const root = referenceIn(text.slice(text.lastIndexOf('trailer')), 'Root');
  return { version: text.slice(0, 8), catalogue: objects.get(root) ?? '', objects, streams };
}

/** The number of the object that an entry refers to. */
export function referenceIn(dictionary: string, entry: string): number {
  return Number(new RegExp(`/${entry} (\\d+) 0 R`).exec(dictionary)?.[1]);
}

function readTable(text: string): (readonly [id: number, offset: number])[] {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count, lines = ''] =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer/.exec(text.slice(table)) ?? [];
  const entries = lines.match(/.{19}\n/g) ?? [];
  if (entries.length !== Number(count)) throw new Error(`the table has not the ${count} lines that it tells`);
  return entries.flatMap((entry, id) =>
    entry.includes('n') ? [[id, Number.parseInt(entry, 10)] as const] : [],
  );
}
