import { type ItemNumber, itemOf, type ReturnedLists, readLists } from './numbering.ts';
import type { Look } from './word-model.ts';
import { childAt, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** In half points: 4 pt (ISO 29500-1, 17.3.2.38). */
const TINY = 8;

/** Fonts that print letters as pictures. */
const SIGNS = /^(?:wingdings|webdings|marlett|zapf ?dingbats)/i;

/** How words with these properties look. */
export function lookOf(properties: XmlElement | undefined): Look | undefined {
  const isOn = (name: string) => {
    const own = childAt(properties, name);
    return own !== undefined && !['0', 'false', 'off', 'none'].includes(own.attributes['w:val'] ?? '');
  };
  const value = (name: string) => childAt(properties, name)?.attributes['w:val'];
  if (isOn('w:vanish')) return 'hidden';
  if (isOn('w:strike') || isOn('w:dstrike')) return 'struck through';
  // Of what is nearly white, nobody sees more.
  if (/^(?:f[\da-f]){3}$/i.test(value('w:color') ?? '')) return 'white';
  if (SIGNS.test(childAt(properties, 'w:rFonts')?.attributes['w:ascii'] ?? '')) return 'in a font of signs';
  return Number(value('w:sz') ?? TINY) < TINY ? 'smaller than 4 pt' : undefined;
}

/** A style can be based on others. */
const MAX_LEVELS = 10;

/** What the styles of a file say, by their ids. */
export interface StyleFacts {
  readonly looks: ReadonlyMap<string, Look>;
  /** The numbers that they give their paragraphs. */
  readonly items: ReadonlyMap<string, ItemNumber>;
  readonly lists: ReturnedLists;
}

/** @param part word/styles.xml @param numbering word/numbering.xml */
export function readStyles(part: string | undefined, numbering: string | undefined): StyleFacts {
  const styles = new Map<string, XmlElement>();
  for (const style of childrenOf(part === undefined ? undefined : parseXml(part), 'w:style')) {
    styles.set(style.attributes['w:styleId'] ?? '', style);
    const isDefault = style.attributes['w:default'] === '1' && style.attributes['w:type'] === 'paragraph';
    // A paragraph that names no style has this one.
    if (isDefault) styles.set('', style);
  }
  const said = <Fact>(factOf: (style: XmlElement) => Fact | undefined) => {
    const facts = new Map<string, Fact>();
    for (const id of styles.keys()) {
      let style = styles.get(id);
      for (let level = 0; style !== undefined && level < MAX_LEVELS; level++) {
        const fact = factOf(style);
        if (fact !== undefined) facts.set(id, fact);
        if (fact !== undefined) break;
        const base = childAt(style, 'w:basedOn')?.attributes['w:val'];
        style = base === undefined ? undefined : styles.get(base);
      }
    }
    return facts;
  };
  return {
    looks: said((style) => lookOf(childAt(style, 'w:rPr'))),
    items: said((style) => itemOf(style)),
    lists: readLists(numbering),
  };
}
