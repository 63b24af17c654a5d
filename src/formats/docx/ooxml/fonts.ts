import { escapeXml } from '../../../templating/html/xml-text.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** What a program that lacks a font needs to find the one most like it. */
interface Likeness {
  /** A font of the same widths. */
  readonly alternative: string;
  /** Ten numbers that describe the shapes of its letters, as in the font itself. */
  readonly panose: string;
  readonly family: 'swiss' | 'roman' | 'modern';
  readonly pitch: 'variable' | 'fixed';
}

const LIKENESSES: ReadonlyMap<string, Likeness> = new Map([
  ['Calibri', like('Carlito', '020F0502020204030204', 'swiss')],
  ['Cambria', like('Caladea', '02040503050406030204', 'roman')],
  ['Arial', like('Liberation Sans', '020B0604020202020204', 'swiss')],
  ['Times New Roman', like('Liberation Serif', '02020603050405020304', 'roman')],
  ['Courier New', like('Liberation Mono', '02070309020205020404', 'modern', 'fixed')],
]);

function like(
  alternative: string,
  panose: string,
  family: Likeness['family'],
  pitch: Likeness['pitch'] = 'variable',
): Likeness {
  return { alternative, panose, family, pitch };
}

/** Word's maximum length of a font name. */
const MAX_NAME = 31;

/** A font name that Word accepts. */
export function fontName(family: string): string {
  return family.slice(0, MAX_NAME).toWellFormed();
}

/** `word/fontTable.xml` */
export function fontTableXml(families: Iterable<string>): string {
  const names = new Set(Array.from(families, fontName));
  const fonts = [...names].map((family) => {
    const likeness = LIKENESSES.get(family);
    return `<w:font w:name="${escapeXml(family)}">${likeness === undefined ? '' : likenessXml(likeness)}</w:font>`;
  });
  return `${XML_HEADER}<w:fonts ${MAIN_NAMESPACES}>${fonts.join('')}</w:fonts>`;
}

function likenessXml({ alternative, panose, family, pitch }: Likeness): string {
  return (
    `<w:altName w:val="${alternative}"/><w:panose1 w:val="${panose}"/><w:charset w:val="00"/>` +
    `<w:family w:val="${family}"/><w:pitch w:val="${pitch}"/>`
  );
}
