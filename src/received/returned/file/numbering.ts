import { count } from '../../../formats/document/numbering.ts';
import { factsOf, type LookFacts, lookOf } from './looks.ts';
import type { NumberOfParagraph } from './word-model.ts';
import { childAt, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** The place of a paragraph in a list of its file. */
export interface ItemNumber {
  /** Id of the list; "0" takes the number of the style away. */
  readonly list: string;
  /** From "0"; undefined of a style that leaves it to its list. */
  readonly level: string | undefined;
}

/** The number that a paragraph or style says it has. @param style what its style says */
export function itemOf(element: XmlElement, style?: ItemNumber): ItemNumber | undefined {
  const own = childAt(element, 'w:pPr', 'w:numPr');
  const value = (name: string) => childAt(own, name)?.attributes['w:val'];
  const list = value('w:numId') ?? style?.list;
  return list === undefined ? undefined : { list, level: value('w:ilvl') ?? style?.level };
}

/** How the items of one level of a list are numbered. */
interface Level {
  readonly start: number;
  /** As in `w:numFmt`: "lowerLetter". */
  readonly format: string;
  /** "%1.%2" */
  readonly label: string;
  readonly isPicture: boolean;
  /** How its numbers look, where it says so. */
  readonly ofNumber: LookFacts;
  /** Whether all counters of its label are printed in figures. */
  readonly isLegal: boolean;
  /** It begins anew after each item of a level before this one; undefined: of one before its own. */
  readonly restart: number | undefined;
  /** How its paragraphs look. */
  readonly looks: LookFacts;
}

interface List {
  readonly definition: string;
  readonly levels: readonly (Level | undefined)[];
  /** The ids of styles whose paragraphs are of a level. */
  readonly styles: ReadonlyMap<string, number>;
  /** Where it does not count on with the other lists of its definition. */
  readonly starts: ReadonlyMap<number, number>;
}

/** By ids. */
export type ReturnedLists = ReadonlyMap<string, List>;

/** Word has as many. */
const LEVELS = 9;

/** @param part word/numbering.xml */
export function readLists(part: string | undefined): ReturnedLists {
  const root = part === undefined ? undefined : parseXml(part);
  const definitions = new Map<string, XmlElement>();
  for (const definition of childrenOf(root, 'w:abstractNum'))
    definitions.set(definition.attributes['w:abstractNumId'] ?? '', definition);
  const lists = new Map<string, List>();
  for (const list of childrenOf(root, 'w:num')) {
    const definition = childAt(list, 'w:abstractNumId')?.attributes['w:val'] ?? '';
    const overrides = [...childrenOf(list, 'w:lvlOverride')];
    const levels: (Level | undefined)[] = [];
    const styles = new Map<string, number>();
    const own = overrides.flatMap((one) => childAt(one, 'w:lvl') ?? []);
    for (const level of [...childrenOf(definitions.get(definition), 'w:lvl'), ...own]) {
      const at = levelAt(level);
      if (at === undefined) continue;
      levels[at] = levelOf(level);
      const style = childAt(level, 'w:pStyle')?.attributes['w:val'];
      if (style !== undefined) styles.set(style, at);
    }
    const starts = overrides.flatMap((one): [number, number][] => {
      const [at, start] = [levelAt(one), childAt(one, 'w:startOverride')?.attributes['w:val']];
      return at === undefined || start === undefined ? [] : [[at, startOf(start)]];
    });
    lists.set(list.attributes['w:numId'] ?? '', { definition, levels, styles, starts: new Map(starts) });
  }
  return lists;
}

function levelAt({ attributes }: XmlElement): number | undefined {
  const at = Number(attributes['w:ilvl']);
  return Number.isInteger(at) && at >= 0 && at < LEVELS ? at : undefined;
}

function levelOf(level: XmlElement): Level {
  const value = (name: string) => childAt(level, name)?.attributes['w:val'];
  const restart = value('w:lvlRestart');
  return {
    start: startOf(value('w:start') ?? '0'),
    format: value('w:numFmt') ?? 'decimal',
    label: value('w:lvlText') ?? '',
    isPicture: childAt(level, 'w:lvlPicBulletId') !== undefined,
    ofNumber: factsOf(childAt(level, 'w:rPr')),
    isLegal: childAt(level, 'w:isLgl') !== undefined,
    restart: restart === undefined ? undefined : startOf(restart),
    looks: factsOf(childAt(level, 'w:pPr')),
  };
}

/** Word counts no further. */
const MOST = 32_767;

function startOf(text: string): number {
  const start = Number(text);
  return Number.isInteger(start) ? Math.max(0, Math.min(start, MOST)) : 0;
}

/** Kinds of counters, by their names in Word. */
const COUNTERS = {
  decimal: 'decimal',
  lowerLetter: 'lower-alpha',
  upperLetter: 'upper-alpha',
  lowerRoman: 'lower-roman',
} as const;

/** Numbers paragraphs in their order, as Word does. */
export class ItemCounter {
  readonly #lists: ReturnedLists;
  /** By definition. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(lists: ReturnedLists) {
    this.#lists = lists;
  }

  #levelOf({ list: id, level }: ItemNumber, style: string): [number, Level | undefined] {
    const list = this.#lists.get(id);
    const at = Number(level ?? list?.styles.get(style) ?? 0);
    return [at, list?.levels[at]];
  }

  /** How a list has its paragraphs look. */
  looksOf(item: ItemNumber | undefined, style: string): LookFacts | undefined {
    return item && this.#levelOf(item, style)[1]?.looks;
  }

  /**
   * The number of the next paragraph; undefined if it has none.
   * @param mark how the mark at its end looks, which its number shares
   */
  next(item: ItemNumber, style: string, mark: LookFacts): NumberOfParagraph | undefined {
    const { list: id } = item;
    const list = this.#lists.get(id);
    const [at, own] = this.#levelOf(item, style);
    if (list === undefined || own === undefined) return undefined;
    const counts = (this.#counts.get(list.definition) ?? []).map((count, index) =>
      index > at && at < (list.levels[index]?.restart ?? index) ? undefined : count,
    );
    for (const [index, start] of list.starts) {
      const key = `${id} ${index}`;
      if (index > at || this.#begun.has(key)) continue;
      counts[index] = index === at ? start - 1 : start;
      this.#begun.add(key);
    }
    for (let index = 0; index < at; index++) counts[index] ??= list.levels[index]?.start ?? 1;
    counts[at] = (counts[at] ?? own.start - 1) + 1;
    this.#counts.set(list.definition, counts);
    const label = own.label.replace(/%(\d)/g, (_, digit) => {
      const index = Number(digit) - 1;
      return printed(counts[index] ?? 0, own.isLegal ? 'decimal' : list.levels[index]?.format);
    });
    const isSeen = !own.isPicture && lookOf({ ...mark, ...own.ofNumber }, '') === undefined;
    const isPrinted = isSeen && own.format !== 'none';
    return { level: String(at), label: isPrinted ? label : '', words: wordsOfLabel(own.label) };
  }
}

function printed(value: number, format = ''): string {
  if (format === 'upperRoman') return count(value, 'lower-roman').toUpperCase();
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  return Object.hasOwn(COUNTERS, format) ? count(value, COUNTERS[format as keyof typeof COUNTERS]) : format;
}

/** The words of a label, "" of one with counters, signs and single letters alone: "%1.", "(%2)", "o". */
export function wordsOfLabel(label: string): string {
  const parts = label.split(/%\d/).map((part) => part.trim());
  return parts.filter((part) => /\p{L}{2}/u.test(part)).join(' ');
}
