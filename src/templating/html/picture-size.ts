import { jpegSize } from './jpeg-size.ts';
import type { Size } from './size.ts';

export type { Size };

/**
 * The size to which a PNG or JPEG decodes; undefined for anything but a complete and ordinary file of these formats.
 * Decoders are lenient in different ways, so a file that two of them could read differently is refused.
 */
export function pictureSize(data: Uint8Array): Size | undefined {
  const size = isPng(data) ? pngSize(data) : jpegSize(data);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

export function isPng(data: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => data[index] === byte);
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A chunk has a length, a type, data and a checksum. */
const SIGNATURE_BYTES = 8;
const CHUNK_FRAME_BYTES = 12;
const HEADER_BYTES = 13;

/**
 * Reads the chunks of a PNG: one header, first; the pixels; the end; and no animation frames, which decoders unpack as
 * well.
 * @param data begins with the signature
 */
function pngSize(data: Uint8Array): Size | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= data.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...data.subarray(at + 4, at + 8));
    const end = at + CHUNK_FRAME_BYTES + length;
    if (end > data.length || (type === 'IHDR') !== (size === undefined)) return undefined;
    if (type === 'IHDR') {
      if (length !== HEADER_BYTES) return undefined;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (type === 'acTL' || type === 'fcTL' || type === 'fdAT') return undefined;
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels ? size : undefined;
    at = end;
  }
  return undefined;
}
