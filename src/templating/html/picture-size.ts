import { jpegSize } from './jpeg-size.ts';
import { pngSize } from './png-size.ts';
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
