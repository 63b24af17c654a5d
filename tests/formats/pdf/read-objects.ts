import { inflateSync } from 'node:zlib';

/** The objects of a PDF, read by its cross-reference table or stream. */
export interface PdfObjects {
  /** "%PDF-1.7" */
  readonly version: string;
  /** The document catalogue. */
  readonly catalogue: string;
  /** Number → text of an object; for a stream, its dictionary. */
  readonly objects: ReadonlyMap<number, string>;
  /** Number → content of a stream, decompressed. */
  readonly streams: ReadonlyMap<number, string>;
}

/** Where an object is: at a position of the file, or at an index of an object stream. */
type Place = { readonly offset: number } | { readonly stream: number; readonly index: number };

/** @throws Error if an object is not at the place that the file tells */
export function readObjects(pdf: Uint8Array): PdfObjects {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  const objects = new Map<number, string>();
  const streams = new Map<number, string>();
  const read = (id: number, offset: number) => {
    const head = `${id} 0 obj\n`;
    if (!text.startsWith(head, offset)) throw new Error(`object ${id} is not at ${offset}`);
    const start = offset + head.length;
    const [object = ''] = text.slice(start, text.indexOf('endobj', start)).split(/ stream\n|\nendobj|\n$/, 1);
    objects.set(id, object);
    const [, length] = /\/Length (\d+)>>$/.exec(object) ?? [];
    if (length === undefined) return;
    const from = start + object.length + ' stream\n'.length;
    const data = bytes.subarray(from, from + Number(length));
    const content = object.includes('/Filter /FlateDecode\n') ? inflateSync(data) : data;
    streams.set(id, content.toString('latin1'));
  };
  const end = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  let trailer = text.slice(text.lastIndexOf('trailer'));
  let places: ReadonlyMap<number, Place>;
  if (text.startsWith('xref', end)) {
    places = readTable(text, end);
  } else {
    const id = Number.parseInt(text.slice(end), 10);
    read(id, end);
    trailer = objects.get(id) ?? '';
    places = readLines(Buffer.from(streams.get(id) ?? '', 'latin1'), trailer);
    objects.delete(id);
    streams.delete(id);
  }
  for (const [id, place] of places) if ('offset' in place && place.offset !== end) read(id, place.offset);
  for (const [id, place] of places) if ('stream' in place) objects.set(id, readPacked(id, place));
  for (const { stream } of places.values().filter((place) => 'stream' in place)) {
    objects.delete(stream);
    streams.delete(stream);
  }
  const root = referenceIn(trailer, 'Root');
  return { version: text.slice(0, 8), catalogue: objects.get(root) ?? '', objects, streams };

  function readPacked(id: number, { stream, index }: Extract<Place, { stream: number }>): string {
    const [, first] = /\/First (\d+)/.exec(objects.get(stream) ?? '') ?? [];
    const content = streams.get(stream) ?? '';
    const pairs = content.slice(0, Number(first)).trim().split(' ').map(Number);
    if (pairs[2 * index] !== id) throw new Error(`object ${id} is not in stream ${stream} at ${index}`);
    const [from = 0, to = content.length] = [pairs[2 * index + 1], pairs[2 * index + 3]];
    return content.slice(Number(first) + from, to === content.length ? to : Number(first) + to).trimEnd();
  }
}

/** The number of the object that an entry refers to. */
export function referenceIn(dictionary: string, entry: string): number {
  return Number(new RegExp(`/${entry} (\\d+) 0 R`).exec(dictionary)?.[1]);
}

function readTable(text: string, table: number): Map<number, Place> {
  const [, count, lines = ''] =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer/.exec(text.slice(table)) ?? [];
  const entries = lines.match(/.{19}\n/g) ?? [];
  if (entries.length !== Number(count)) throw new Error(`the table has not the ${count} lines that it tells`);
  return new Map(
    entries.flatMap((entry, id) =>
      entry.includes('n') ? [[id, { offset: Number.parseInt(entry, 10) }] as const] : [],
    ),
  );
}

/** The lines of a cross-reference stream with fields of 1, 4 and 2 bytes. */
function readLines(bytes: Buffer, dictionary: string): Map<number, Place> {
  const [, size] = /\/Size (\d+)\n\/W \[1 4 2\]\n/.exec(dictionary) ?? [];
  if (bytes.length !== 7 * Number(size))
    throw new Error(`the stream has not the ${size} lines that it tells`);
  const places = new Map<number, Place>();
  for (let id = 0; id < Number(size); id += 1) {
    const [kind, where, index] = [
      bytes[7 * id],
      bytes.readUInt32BE(7 * id + 1),
      bytes.readUInt16BE(7 * id + 5),
    ];
    if (kind === 1) places.set(id, { offset: where });
    if (kind === 2) places.set(id, { stream: where, index });
  }
  return places;
}
