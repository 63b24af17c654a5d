import type { Document } from 'domhandler';
import { pictureSize } from '../../templating/html/picture-size.ts';
import { addToHead, bodyOf, prependElement } from '../../templating/html/tree.ts';

/** The parts of a company's letterhead. */
export interface Letterhead {
  /** A PNG or JPEG as a `data:` address, with its alternative text. */
  readonly logo?: { readonly src: string; readonly description: string };
  /** #rrggbb */
  readonly accentColour?: string;
  /** One line of text at the foot of every page, which may wrap. */
  readonly footer?: string;
}

/** The largest size of a printed logo, in millimetres. */
export const LOGO_BOX_MM = { width: 60, height: 12 };

/**
 * The name of the accent colour in a document for Word. Documents of all companies then have the same style sheet, whose
 * styles are kept; the converter writes the colour into the finished file.
 */
export const ACCENT = '-docgen-accent';

/**
 * Adds logo and colour to a document; the footer is in its margins. The layouts' style sheet uses the colour as
 * `--accent`, and sets the distance between the logo, `.letterhead`, and the title.
 * @param accent how to write the colour
 */
export function addLetterhead(
  document: Document,
  { logo, accentColour }: Letterhead,
  accent = accentColour,
): void {
  if (accentColour !== undefined) addToHead(document, 'style', `:root{--accent:${accent}}`);
  const body = bodyOf(document);
  const size = logo && pictureSize(Buffer.from(logo.src.slice(logo.src.indexOf(',') + 1), 'base64'));
  if (body === undefined || logo === undefined || size === undefined) return;
  const scale = Math.min(LOGO_BOX_MM.width / size.width, LOGO_BOX_MM.height / size.height);
  const millimetres = (pixels: number) => `${Math.max(0.1, pixels * scale).toFixed(2)}mm`;
  const paragraph = prependElement(body, 'p', { class: 'letterhead' });
  prependElement(paragraph, 'img', {
    src: logo.src,
    alt: logo.description,
    style: `width:${millimetres(size.width)};height:${millimetres(size.height)}`,
  });
}
