const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A chunk of a PNG. Its checksum is not checked here. */
export function pngChunk(type: string, data: readonly number[] = []): number[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return [...length, ...Buffer.from(type, 'latin1'), ...data, 0, 0, 0, 0];
}

/** The first chunk of a PNG of 8 bits of red, green, blue and alpha. */
export function pngHeader(width: number, height: number): number[] {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return pngChunk('IHDR', [...size, 8, 6, 0, 0, 0]);
}

export function pngOf(...chunks: readonly (readonly number[])[]): Buffer {
  return Buffer.from([...PNG_SIGNATURE, ...chunks.flat()]);
}

/** A PNG with this size in its header, without pixels. */
export function png(width: number, height: number): Buffer {
  return pngOf(pngHeader(width, height), pngChunk('IDAT'), pngChunk('IEND'));
}

/** A segment of a JPEG, with its length. */
export function segment(marker: number, data: readonly number[] = []): number[] {
  const length = data.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...data];
}

/** A frame header: SOF0 by default. */
export function frame(width: number, height: number, marker = 0xc0): number[] {
  return segment(marker, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]);
}

export const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];

/** A JPEG of these segments, with start and end markers. */
export function jpegOf(...segments: readonly (readonly number[])[]): Buffer {
  return Buffer.from([0xff, 0xd8, ...segments.flat(), 0xff, 0xd9]);
}

export function pictureUrl(type: 'png' | 'jpeg', data: Buffer): string {
  return `data:image/${type};base64,${data.toString('base64')}`;
}
