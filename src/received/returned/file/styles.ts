import { factsOf, type LookFacts, lookOf } from './looks.ts';
import { type ItemNumber, itemOf, type ReturnedLists, readLists } from './numbering.ts';
import { NO_THEME, readTheme, type Theme } from './theme.ts';
import { childAt, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** A style can be based on others, on itself in a broken file. */
const MAX_LEVELS = 100;

/** What the styles of a file say, by their ids. */
export interface StyleFacts {
  /** Of all text. */
  readonly defaults: LookFacts;
  readonly looks: ReadonlyMap<string, LookFacts>;
  /** The id of the style that is in force where none is named, by its kind: "paragraph", "character", "table". */
  readonly unnamed: ReadonlyMap<string, string>;
  /** The numbers that they give their paragraphs. */
  readonly items: ReadonlyMap<string, ItemNumber>;
  readonly lists: ReturnedLists;
  readonly theme: Theme;
}

export const NO_STYLES: StyleFacts = {
  ...{ defaults: {}, looks: new Map(), unnamed: new Map(), items: new Map(), lists: new Map() },
  theme: NO_THEME,
};

/** @param partOf a part of the file by its kind */
export function readStyles(partOf: (type: string) => string | undefined): StyleFacts {
  const part = partOf('styles');
  const root = part === undefined ? undefined : parseXml(part);
  const styles = new Map<string, XmlElement>();
  const unnamed = new Map<string, string>();
  for (const style of childrenOf(root, 'w:style')) {
    const { 'w:styleId': id = '', 'w:type': kind = '', 'w:default': isUnnamed = '' } = style.attributes;
    styles.set(id, style);
    if (/^(?:1|true|on)$/.test(isUnnamed)) unnamed.set(kind, id);
  }
  const theme = readTheme(partOf('theme'), partOf('settings'));
  const defaults = factsOfAll(
    ['w:pPr', 'w:rPr'].map((name) => childAt(root, 'w:docDefaults', `${name}Default`, name)),
  );
  const looks = new Map<string, LookFacts>();
  const items = new Map<string, ItemNumber>();
  // Of each once: many may be based on a large one.
  const facts = new Map(Array.from(styles, ([id, style]) => [id, factsOfStyle(style, defaults, theme)]));
  for (const id of styles.keys()) {
    let own = facts.get(id);
    for (let level = 0; own !== undefined && level < MAX_LEVELS; level++) {
      // What a style says itself is stronger than what it is based on.
      looks.set(id, { ...own.looks, ...looks.get(id) });
      if (own.item !== undefined && !items.has(id)) items.set(id, own.item);
      own = own.base === undefined ? undefined : facts.get(own.base);
    }
  }
  return { defaults, looks, unnamed, items, lists: readLists(partOf('numbering')), theme };
}

/** What a style says itself. */
function factsOfStyle(style: XmlElement, defaults: LookFacts, theme: Theme) {
  const own = looksOf(style);
  const hidesInPart = Array.from(childrenOf(style, 'w:tblStylePr'), looksOf).some(
    (part) => lookOf({ ...defaults, ...own, ...part }, '', theme) !== undefined,
  );
  const looks = hidesInPart ? { ...own, hidesInPart } : own;
  return { looks, item: itemOf(style), base: childAt(style, 'w:basedOn')?.attributes['w:val'] };
}

function looksOf(style: XmlElement): LookFacts {
  return factsOfAll(['w:tblPr', 'w:tcPr', 'w:pPr', 'w:rPr'].map((name) => childAt(style, name)));
}

function factsOfAll(properties: readonly (XmlElement | undefined)[]): LookFacts {
  return Object.assign({}, ...properties.map(factsOf));
}
