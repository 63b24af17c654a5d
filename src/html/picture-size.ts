/** Pixels of a bitmap. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size that the bytes of a PNG or JPEG tell; undefined when they are neither, or say nothing. */
export function pictureSize(data: Uint8Array): Size | undefined {
  const size = pngSize(data) ?? jpegSize(data);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

export function isPng(data: Uint8Array): boolean {
  return data.length >= 24 && PNG_SIGNATURE.every((byte, index) => data[index] === byte);
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngSize(data: Uint8Array): Size | undefined {
  if (!isPng(data)) return undefined;
  const view = new DataView(data.buffer, data.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Reads the segments of a JPEG up to its frame header (SOF0 to SOF15 without DHT, JPG and DAC). */
function jpegSize(data: Uint8Array): Size | undefined {
  if (data[0] !== 0xff || data[1] !== 0xd8) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let at = 2; at + 9 <= data.length; ) {
    if (data[at] !== 0xff) return undefined;
    const marker = data[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
