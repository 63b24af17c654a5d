import { jpegSize } from './jpeg-size.ts';
import { pngSize } from './png-size.ts';

/** Pixels of a bitmap. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that a decoder will unpack a PNG or JPEG to; undefined for everything that is not a whole and ordinary file
 * of one of the two. Decoders tolerate much, each in its own way, so a file that they could read in two ways is refused.
 */
export function pictureSize(data: Uint8Array): Size | undefined {
  const size = isPng(data) ? pngSize(data) : jpegSize(data);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

export function isPng(data: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => data[index] === byte);
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
