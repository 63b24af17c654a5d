import type { Element } from 'domhandler';
import { isPng, pictureSize } from '../../../templating/html/picture-size.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { clamp, parseDimension, resolveDimension } from '../css/values.ts';
import type { Picture } from './model.ts';

const PIXEL = 0.75;
/** The longest side of a page in Word: 22 inches. */
const MAX_HEIGHT = 1_584;

/**
 * The picture of an `<img>`: a PNG or JPEG in a `data:` URL. By default it has the size in its header, at 96 pixels per
 * inch.
 * @param available width of the line, in points; a wider picture is scaled down
 * @returns undefined for any other picture, because nothing is ever fetched
 */
export function readPicture(image: Element, style: ComputedStyle, available: number): Picture | undefined {
  const source = /^data:image\/(?:png|jpe?g)\s*;\s*base64\s*,/i.exec(image.attribs.src ?? '');
  if (source === null) return undefined;
  const data = new Uint8Array(Buffer.from((image.attribs.src ?? '').slice(source[0].length), 'base64'));
  const natural = pictureSize(data);
  if (natural === undefined) return undefined;
  const width = wanted(image.attribs.width, style.width, style, available);
  const height = wanted(image.attribs.height, style.height, style, available);
  const ratio = natural.height / natural.width;
  const w = width ?? (height === undefined ? natural.width * PIXEL : height / ratio);
  const h = height ?? w * ratio;
  const shrink = Math.min(1, available / w);
  return {
    data,
    type: isPng(data) ? 'png' : 'jpeg',
    width: Math.max(PIXEL, w * shrink),
    height: clamp(h * shrink, PIXEL, MAX_HEIGHT),
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
