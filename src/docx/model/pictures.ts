import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import { parseDimension, resolveDimension } from '../css/values.ts';
import type { Picture } from './model.ts';

const PIXEL = 0.75;

/** Pixels of a bitmap. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The picture of an `<img>`: PNG or JPEG in a `data:` address, of the size that its own bytes say.
 * @param available points that the line is wide; a wider picture is made smaller
 * @returns undefined for any other picture; nothing is ever fetched
 */
export function readPicture(image: Element, style: ComputedStyle, available: number): Picture | undefined {
  const source = /^data:image\/(?:png|jpe?g)\s*;\s*base64\s*,/i.exec(image.attribs.src ?? '');
  if (source === null) return undefined;
  const data = new Uint8Array(Buffer.from((image.attribs.src ?? '').slice(source[0].length), 'base64'));
  const png = pngSize(data);
  const natural = png ?? jpegSize(data);
  if (natural === undefined || natural.width === 0 || natural.height === 0) return undefined;
  const width = wanted(image.attribs.width, style.width, style, available);
  const height = wanted(image.attribs.height, style.height, style, available);
  const ratio = natural.height / natural.width;
  const w = width ?? (height === undefined ? natural.width * PIXEL : height / ratio);
  const h = height ?? w * ratio;
  const shrink = Math.min(1, available / w);
  return {
    data,
    type: png === undefined ? 'jpeg' : 'png',
    width: Math.max(PIXEL, w * shrink),
    height: Math.max(PIXEL, h * shrink),
    description: image.attribs.alt ?? '',
  };
}

function wanted(
  attribute: string | undefined,
  css: ComputedStyle['width'],
  style: ComputedStyle,
  available: number,
): number | undefined {
  if (css !== 'auto') return positive(resolveDimension(css, available));
  const written =
    attribute === undefined ? undefined : /^\d+$/.test(attribute) ? `${attribute}px` : attribute;
  const dimension = written === undefined ? undefined : parseDimension(written, style.fontSize);
  return dimension === undefined ? undefined : positive(resolveDimension(dimension, available));
}

function positive(points: number): number | undefined {
  return points > 0 && points < 10_000 ? points : undefined;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngSize(data: Uint8Array): Size | undefined {
  if (data.length < 24 || PNG_SIGNATURE.some((byte, index) => data[index] !== byte)) return undefined;
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
