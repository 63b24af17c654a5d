import type { Size } from './size.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive; browsers and Word read no others. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, restart interval, comment and application data: DHT, DQT, DRI, COM, APP0 to APP15. */
const isTable = (marker: number) =>
  [0xc4, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);
/** RST0 to RST7 occur within the entropy-coded data, where a zero byte follows each byte FF of the data itself. */
const isInScan = (byte: number) => byte === 0 || (byte >= 0xd0 && byte <= 0xd7);

/** A progressive picture has about ten. Decoding takes one pass over all pixels per scan, however short the scan is. */
const MAX_SCANS = 64;

/**
 * Reads every segment of a JPEG to the end and requires one frame header, before the first scan, and only segments
 * between the scans. Decoders skip fill bytes, markers without parameters and stray bytes, so a file with those could
 * have one size here and another in a decoder.
 */
export function jpegSize(data: Uint8Array): Size | undefined {
  if (data[0] !== 0xff || data[1] !== SOI) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let size: Size | undefined;
  let scans = 0;
  for (let at = 2; data[at] === 0xff; ) {
    while (data[at + 1] === 0xff) at += 1;
    const marker = data[at + 1] ?? 0;
    if (marker === EOI) return scans > 0 ? size : undefined;
    const length = at + 4 <= data.length ? view.getUint16(at + 2) : 0;
    const end = at + 2 + length;
    if (length < 2 || end > data.length) return undefined;
    if (FRAMES.has(marker)) {
      if (size !== undefined || length < 8) return undefined;
      size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else if (marker === SOS) {
      if (size === undefined || ++scans > MAX_SCANS) return undefined;
    } else if (!isTable(marker)) return undefined;
    at = marker === SOS ? endOfScan(data, end) : end;
  }
  return undefined;
}

/** @returns the index of the next marker; -1 when there is none */
function endOfScan(data: Uint8Array, start: number): number {
  let at = data.indexOf(0xff, start);
  while (at !== -1 && isInScan(data[at + 1] ?? 0)) at = data.indexOf(0xff, at + 1);
  return at;
}
