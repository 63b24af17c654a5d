import { childAt, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** The place of a paragraph in a list of its file. */
export interface ItemNumber {
  /** Id of the list; "0" takes the number of the style away. */
  readonly list: string;
  /** From "0". */
  readonly level: string;
}

/** The number that a paragraph or style says it has. @param style what its style says */
export function itemOf(element: XmlElement, style?: ItemNumber): ItemNumber | undefined {
  const own = childAt(element, 'w:pPr', 'w:numPr');
  const value = (name: string) => childAt(own, name)?.attributes['w:val'];
  const list = value('w:numId') ?? style?.list;
  return list === undefined ? undefined : { list, level: value('w:ilvl') ?? style?.level ?? '0' };
}

/** What the lists of a file print around their counters, by list and level: "Schedule" of "3 0". */
export type NumberWords = ReadonlyMap<string, string>;

/** @param part word/numbering.xml */
export function readNumberWords(part: string | undefined): NumberWords {
  const root = part === undefined ? undefined : parseXml(part);
  const definitions = new Map<string, XmlElement>();
  for (const definition of childrenOf(root, 'w:abstractNum'))
    definitions.set(definition.attributes['w:abstractNumId'] ?? '', definition);
  const words = new Map<string, string>();
  for (const list of childrenOf(root, 'w:num')) {
    const id = list.attributes['w:numId'] ?? '';
    const definition = definitions.get(childAt(list, 'w:abstractNumId')?.attributes['w:val'] ?? '');
    const overrides = Array.from(childrenOf(list, 'w:lvlOverride'), (one) => childAt(one, 'w:lvl'));
    for (const level of [...childrenOf(definition, 'w:lvl'), ...overrides]) {
      const label = childAt(level, 'w:lvlText')?.attributes['w:val'] ?? '';
      words.set(`${id} ${level?.attributes['w:ilvl']}`, wordsOfLabel(label));
    }
  }
  return words;
}

/** The words of a label, "" of one with counters, signs and single letters alone: "%1.", "(%2)", "o". */
export function wordsOfLabel(label: string): string {
  const parts = label.split(/%\d/).map((part) => part.trim());
  return parts.filter((part) => /\p{L}{2}/u.test(part)).join(' ');
}
