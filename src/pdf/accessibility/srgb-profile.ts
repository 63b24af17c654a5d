/**
 * An ICC profile of sRGB (IEC 61966-2-1), version 2, which every edition of PDF/A accepts (ISO 19005-3, 6.2.3). About
 * 2.6 KB, in the format of ICC.1:2001-04.
 */
export function srgbProfile(): Buffer {
  const curve = toneCurve();
  const tags: readonly (readonly [name: string, data: Buffer])[] = [
    ['desc', description('sRGB IEC61966-2.1')],
    ['cprt', tagged('text', Buffer.from('No copyright, use freely\0', 'latin1'))],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    // The primaries of sRGB, adapted to D50.
    ['rXYZ', xyz(0.4360657, 0.2224884, 0.013916)],
    ['gXYZ', xyz(0.3851471, 0.7168732, 0.0970764)],
    ['bXYZ', xyz(0.1430664, 0.0606079, 0.7140961)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  const places = new Map<Buffer, number>();
  const chunks: Buffer[] = [];
  let end = HEADER_BYTES + table.length;
  for (const [index, [name, data]] of tags.entries()) {
    const place = places.get(data) ?? end;
    if (!places.has(data)) {
      places.set(data, place);
      chunks.push(data);
      end += data.length;
    }
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(place, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
  }
  return Buffer.concat([header(end), table, ...chunks]);
}

const HEADER_BYTES = 128;

function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(size);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [index, part] of [2000, 1, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(part, 24 + 2 * index);
  bytes.write('acsp', 36, 'latin1');
  for (const [index, value] of [0.9642, 1, 0.8249].entries())
    bytes.writeInt32BE(fixed(value), 68 + 4 * index);
  return bytes;
}

/** The curve of IEC 61966-2-1, in 1,024 steps. */
function toneCurve(): Buffer {
  const steps = 1_024;
  const bytes = Buffer.alloc(4 + 2 * steps);
  bytes.writeUInt32BE(steps);
  for (let step = 0; step < steps; step += 1) {
    const value = step / (steps - 1);
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    bytes.writeUInt16BE(Math.round(light * 65_535), 4 + 2 * step);
  }
  return tagged('curv', bytes);
}

function xyz(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(12);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(fixed(value), 4 * index);
  return tagged('XYZ ', bytes);
}

/** A textDescriptionType with ASCII text; its Unicode and Macintosh fields are empty. */
function description(text: string): Buffer {
  const bytes = Buffer.alloc(4 + text.length + 1 + 8 + 3 + 67);
  bytes.writeUInt32BE(text.length + 1);
  bytes.write(text, 4, 'latin1');
  return tagged('desc', bytes);
}

/** The data of a tag: its type, four zero bytes and its content, padded to a multiple of 4 bytes. */
function tagged(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.ceil((8 + content.length) / 4) * 4);
  bytes.write(type, 0, 'latin1');
  content.copy(bytes, 8);
  return bytes;
}

/** s15Fixed16Number */
function fixed(value: number): number {
  return Math.round(value * 65_536);
}
