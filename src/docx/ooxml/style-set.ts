import type { ListDefinition, NumberedList } from '../model/lists.ts';
import type { Paragraph, ParagraphFormat, RunFormat, StyleName } from '../model/model.ts';
import { NORMAL } from '../model/style-names.ts';
import { type ParagraphPieces, paragraphPieces } from './paragraph-properties.ts';
import { type RunPieces, runPieces } from './run-properties.ts';

/** A paragraph style of the document, made of what most of its paragraphs have in common. */
export interface ParagraphStyle {
  readonly id: string;
  readonly name: string;
  readonly pieces: ParagraphPieces;
  readonly text: RunPieces;
  readonly outlineLevel: number | undefined;
  /** The list level that the style counts with. */
  readonly numbering: { readonly list: NumberedList; readonly level: number } | undefined;
  /** Id of the style of the paragraph that Word begins after one of this style. */
  readonly next: string | undefined;
}

/** All paragraph styles of a document, by the key of StyleName; "normal" is always among them. */
export class StyleSet {
  readonly styles = new Map<string, ParagraphStyle>();
  /** List level → the style linked to it. */
  readonly #linked = new Map<ListDefinition, Map<number, string>>();

  /**
   * @param paragraphs in the order of the text
   * @param ground format of a paragraph of the body's own
   * @param text format of the body's own text
   */
  constructor(paragraphs: readonly Paragraph[], ground: ParagraphFormat, text: RunFormat) {
    const groups = new Map<string, Paragraph[]>([[NORMAL.key, []]]);
    for (const paragraph of paragraphs) {
      const group = groups.get(paragraph.style.key);
      if (group === undefined) groups.set(paragraph.style.key, [paragraph]);
      else group.push(paragraph);
    }
    const names = nameStyles([...groups.values()].map((group) => group[0]?.style ?? NORMAL));
    const following = followers(paragraphs);
    for (const [key, group] of groups) {
      const { id, name } = names.get(key) ?? { id: NORMAL.name, name: NORMAL.name };
      const outlineLevel = group[0]?.style.outlineLevel;
      this.styles.set(key, {
        id,
        name,
        pieces: key === NORMAL.key ? normalPieces(group, paragraphPieces(ground)) : commonPieces(group),
        text: key === NORMAL.key ? normalText(group, runPieces(text)) : commonText(group),
        outlineLevel,
        numbering: this.#link(id, group),
        next: outlineLevel === undefined ? undefined : names.get(following.get(key) ?? '')?.id,
      });
    }
  }

  of(paragraph: Paragraph): ParagraphStyle {
    return this.styles.get(paragraph.style.key) ?? this.normal;
  }

  get normal(): ParagraphStyle {
    const normal = this.styles.get(NORMAL.key);
    if (normal === undefined) throw new Error('a style set has the style Normal');
    return normal;
  }

  /** Id of the style that is linked to a list level. */
  linkedStyle(definition: ListDefinition, level: number): string | undefined {
    return this.#linked.get(definition)?.get(level);
  }

  /** Links a style whose every paragraph is numbered to the level of the first of them, if that is still free. */
  #link(id: string, group: readonly Paragraph[]): ParagraphStyle['numbering'] {
    const number = group[0]?.number;
    if (number === undefined || group.some((paragraph) => paragraph.number === undefined)) return undefined;
    const levels = this.#linked.get(number.list.definition) ?? new Map<number, string>();
    if (levels.has(number.level)) return undefined;
    levels.set(number.level, id);
    this.#linked.set(number.list.definition, levels);
    return { list: number.list, level: number.level };
  }
}

/** Ids of the styles that every file has besides those of its paragraphs. */
const RESERVED = ['header', 'footer', 'hyperlink', 'tablenormal', 'nolist', 'defaultparagraphfont'];

/**
 * Names for the styles, each with an id of its own. Of the headings of one outline level, the numbered ones that come
 * first are Word's own "heading n", which its navigation, its tables of contents and its lists of headings know.
 */
function nameStyles(
  styles: readonly StyleName[],
): Map<string, { readonly id: string; readonly name: string }> {
  const names = new Map<string, { readonly id: string; readonly name: string }>();
  const taken = new Set(RESERVED);
  const claimed = new Set<number>();
  const give = (key: string, wanted: string) => {
    let name = wanted;
    let id = styleId(name, names.size);
    for (let count = 2; taken.has(id.toLowerCase()); count += 1) {
      name = `${wanted} ${count}`;
      id = styleId(name, names.size + styles.length * count);
    }
    taken.add(id.toLowerCase());
    names.set(key, { id, name });
  };
  for (const { key, numbering, outlineLevel } of styles) {
    if (numbering === undefined || outlineLevel === undefined || claimed.has(outlineLevel)) continue;
    claimed.add(outlineLevel);
    give(key, `heading ${outlineLevel + 1}`);
  }
  for (const { key, name, outlineLevel } of styles) {
    if (names.has(key)) continue;
    const isSecond =
      outlineLevel !== undefined && claimed.has(outlineLevel) && key === `heading ${outlineLevel + 1}`;
    give(key, isSecond ? `Heading ${outlineLevel + 1} Unnumbered` : name);
  }
  return names;
}

/** "List Bullet 2" → "ListBullet2"; a name in another script has its number. */
function styleId(name: string, number: number): string {
  if (!/^[\x20-\x7e]+$/.test(name)) return `Style${number}`;
  return name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, _gap, letter: string) => letter.toUpperCase());
}

/** Style key → key of the style that first follows it. */
function followers(paragraphs: readonly Paragraph[]): Map<string, string> {
  const following = new Map<string, string>();
  paragraphs.forEach(({ style }, index) => {
    const next = paragraphs[index + 1];
    if (next !== undefined && next.style.key !== style.key && !following.has(style.key)) {
      following.set(style.key, next.style.key);
    }
  });
  return following;
}

/** All styles stand on Normal: its indents are the body's, and boxes and bonds to neighbours are not for it. */
function normalPieces(group: readonly Paragraph[], ground: ParagraphPieces): ParagraphPieces {
  if (group.length === 0) return ground;
  const { left, right, firstLine, borders, shading, keepNext } = ground;
  return { ...commonPieces(group), left, right, firstLine, borders, shading, keepNext };
}

function normalText(group: readonly Paragraph[], ground: RunPieces): RunPieces {
  if (group.length === 0) return ground;
  const { bold, italic, underline, strike } = ground;
  return { ...commonText(group), bold, italic, underline, strike };
}

function commonText(group: readonly Paragraph[]): RunPieces {
  return mostCommon(group.map((each) => runPieces(each.text)));
}

function commonPieces(group: readonly Paragraph[]): ParagraphPieces {
  return mostCommon(group.map((each) => paragraphPieces(each.format)));
}

/** So many paragraphs have a say in what their style looks like. */
const VOTERS = 1_000;

/** Of every piece the value that occurs most often; of equally common ones the first. */
function mostCommon<Pieces extends ParagraphPieces | RunPieces>(every: readonly Pieces[]): Pieces {
  const all = every.slice(0, VOTERS);
  const [first] = all;
  if (first === undefined) throw new RangeError('no pieces to choose from');
  const common = { ...first };
  for (const key of Object.keys(first) as (keyof Pieces)[]) {
    const counts = new Map<Pieces[keyof Pieces], number>();
    for (const pieces of all) counts.set(pieces[key], (counts.get(pieces[key]) ?? 0) + 1);
    let best = 0;
    for (const [value, count] of counts) {
      if (count <= best) continue;
      best = count;
      common[key] = value;
    }
  }
  return common;
}
