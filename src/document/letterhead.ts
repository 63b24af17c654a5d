import type { Document } from 'domhandler';
import { pictureSize } from '../html/picture-size.ts';
import { addToHead, bodyOf, inHead, prependElement } from '../html/tree.ts';

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
export const LOGO_BOX_MM = { width: 60, height: 16 };

/**
 * If the layout has its own footer, the company's text is above it, at the same left edge. It grows upwards, as footers
 * do in Word; three lines, which 200 characters fill, leave 2 mm to the text of the page.
 */
const FOOTER_ABOVE =
  '@page{@bottom-left{white-space:pre-line;vertical-align:bottom;padding-top:0;padding-bottom:5mm}' +
  '@bottom-right{white-space:nowrap;vertical-align:bottom;padding-top:0;padding-bottom:4.7mm}}';

/** The style of the footer in any other layout. */
const FOOTER_STYLE = 'font:7.5pt/1.4 Calibri,sans-serif;vertical-align:top;padding-top:9.5mm';

/**
 * Adds logo, colour and footer to a document. The layouts' style sheet uses the colour as `--accent`, and sets the
 * distance between the logo, `.letterhead`, and the title.
 */
export function addLetterhead(document: Document, { logo, accentColour, footer }: Letterhead): void {
  const text = footer && oneLine(footer);
  const css = [accentColour && `:root{--accent:${accentColour}}`, text && addFooter(document, text)].filter(
    Boolean,
  );
  if (css.length > 0) addToHead(document, 'style', css.join(''));
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

/** @returns the CSS that prints the footer */
function addFooter(document: Document, footer: string): string {
  const own = inHead(document, 'meta').find(({ attribs }) => attribs.name === 'footer');
  if (!own?.attribs.content) return `@page{@bottom-center{content:${cssString(footer)};${FOOTER_STYLE}}}`;
  own.attribs.content = `${footer}\n${own.attribs.content}`;
  return FOOTER_ABOVE;
}

/** White space as HTML collapses it: a line break in a margin would print a line more, for which there is no room. */
export function oneLine(text: string): string {
  return text.trim().replace(/[ \t\n\r]+/g, ' ');
}

/** @returns a CSS string; `<` is escaped as well, since it could end the style sheet */
export function cssString(text: string): string {
  const escaped = text.replace(
    /["\\<\p{Cc}]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped}"`;
}
