import type { Look } from './word-model.ts';
import { childAt, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** In half points: 4 pt (ISO 29500-1, 17.3.2.38). */
const TINY = 8;

/** How words with these properties look. */
export function lookOf(properties: XmlElement | undefined): Look | undefined {
  const isOn = (name: string) => {
    const own = childAt(properties, name);
    return own !== undefined && !['0', 'false', 'off', 'none'].includes(own.attributes['w:val'] ?? '');
  };
  const value = (name: string) => childAt(properties, name)?.attributes['w:val'];
  if (isOn('w:vanish')) return 'hidden';
  if (isOn('w:strike') || isOn('w:dstrike')) return 'struck through';
  if (/^f{6}$/i.test(value('w:color') ?? '')) return 'white';
  return Number(value('w:sz') ?? TINY) < TINY ? 'smaller than 4 pt' : undefined;
}

/** A style can be based on others. */
const MAX_LEVELS = 10;

/** What the styles of a file say, by their ids. */
export interface StyleFacts {
  readonly looks: ReadonlyMap<string, Look>;
  /** Whether a style gives its paragraphs a number; undefined of one that says nothing of it. */
  readonly numbers: ReadonlyMap<string, boolean>;
}

/** @param part word/styles.xml */
export function readStyles(part: string | undefined): StyleFacts {
  const styles = new Map<string, XmlElement>();
  for (const style of childrenOf(part === undefined ? undefined : parseXml(part), 'w:style'))
    styles.set(style.attributes['w:styleId'] ?? '', style);
  const said = <Fact>(factOf: (style: XmlElement) => Fact | undefined) => {
    const facts = new Map<string, Fact>();
    for (const id of styles.keys()) {
      let style = styles.get(id);
      for (let level = 0; style !== undefined && level < MAX_LEVELS; level++) {
        const fact = factOf(style);
        if (fact !== undefined) facts.set(id, fact);
        if (fact !== undefined) break;
        style = styles.get(childAt(style, 'w:basedOn')?.attributes['w:val'] ?? '');
      }
    }
    return facts;
  };
  return { looks: said((style) => lookOf(childAt(style, 'w:rPr'))), numbers: said(numberOf) };
}

/** Whether a paragraph or style has a number; undefined when it does not say. Number 0 takes that of the style away. */
export function numberOf(element: XmlElement): boolean | undefined {
  const id = childAt(element, 'w:pPr', 'w:numPr', 'w:numId')?.attributes['w:val'];
  return id === undefined ? undefined : id !== '0';
}
