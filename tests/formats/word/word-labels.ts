import { part, type ReadDocument, styleById } from './read-docx.ts';
import { child, children, value, type XmlElement } from './xml.ts';

/** A paragraph's number as Word computes it; each text is "" if it has none. */
export interface WordNumber {
  /** Printed beside the paragraph: "(a)". */
  readonly label: string;
  /** The result of `REF \\n`. */
  readonly own: string;
  /** The result of `REF \\w`: "7.2(a)". */
  readonly inFullContext: string;
  /** The level of the list, which sets the indent of the paragraph. */
  readonly level: XmlElement | undefined;
}

/** The number of each paragraph of the body. */
export function wordNumbers(document: ReadDocument): WordNumber[] {
  const counter = new Counter(document);
  return document.paragraphs.map((paragraph) => counter.number(paragraph));
}

/** The label that Word prints beside each paragraph; "" if it prints none. */
export function wordLabels(document: ReadDocument): string[] {
  return wordNumbers(document).map(({ label }) => label);
}

class Counter {
  readonly #document: ReadDocument;
  readonly #numbering: XmlElement;
  /** Counters by abstract list, because lists of the same definition share them. */
  readonly #counts = new Map<string, number[]>();
  readonly #begun = new Set<string>();

  constructor(document: ReadDocument) {
    this.#document = document;
    this.#numbering = part(document, 'word/numbering.xml');
  }

  number(paragraph: XmlElement): WordNumber {
    const place = this.#place(paragraph);
    if (place === undefined) return { label: '', own: '', inFullContext: '', level: undefined };
    const list = this.#find('w:num', 'w:numId', place.list);
    const abstractId = value(list, 'w:abstractNumId') ?? '';
    const definition = this.#find('w:abstractNum', 'w:abstractNumId', abstractId);
    const counts = this.#counts.get(abstractId) ?? [];
    this.#counts.set(abstractId, counts);
    counts.length = Math.min(counts.length, place.level + 1);
    for (let level = 0; level < place.level; level += 1)
      counts[level] ??= this.#start(list, definition, level);
    counts[place.level] = this.#next(list, definition, place, counts);
    const label = this.#format(definition, place.level, counts);
    return {
      label,
      own: withoutStop(label),
      inFullContext: this.#inContext(definition, place.level, counts),
      level: levelOf(definition, place.level),
    };
  }

  /** Adds the labels of the outer levels, unless the label already begins with that of the first level. */
  #inContext(definition: XmlElement, level: number, counts: readonly number[]): string {
    const own = withoutStop(this.#format(definition, level, counts));
    const isWhole = level === 0 || value(levelOf(definition, level), 'w:lvlText')?.includes('%1') === true;
    return isWhole ? own : this.#inContext(definition, level - 1, counts) + own;
  }

  #next(list: XmlElement, definition: XmlElement, place: Place, counts: readonly number[]): number {
    const before = counts[place.level];
    const key = `${place.list}/${place.level}`;
    const override = this.#override(list, place.level);
    const restarts = override !== undefined && !this.#begun.has(key);
    this.#begun.add(key);
    if (restarts) return override;
    return before === undefined ? this.#start(list, definition, place.level) : before + 1;
  }

  #start(list: XmlElement, definition: XmlElement, level: number): number {
    return this.#override(list, level) ?? Number(value(levelOf(definition, level), 'w:start') ?? 0);
  }

  #override(list: XmlElement, level: number): number | undefined {
    const override = children(list, 'w:lvlOverride').find(
      (each) => each.attributes['w:ilvl'] === String(level),
    );
    const start = value(override, 'w:startOverride');
    return start === undefined ? undefined : Number(start);
  }

  #format(definition: XmlElement, level: number, counts: readonly number[]): string {
    const label = value(levelOf(definition, level), 'w:lvlText') ?? '';
    return label.replace(/%(\d)/g, (_, digit) => {
      const index = Number(digit) - 1;
      return formatCount(counts[index] ?? 0, value(levelOf(definition, index), 'w:numFmt') ?? '');
    });
  }

  /**
   * The list and level of a paragraph, from itself or its style. A style names the list, and the list links a level to
   * it.
   */
  #place(paragraph: XmlElement): Place | undefined {
    const own = child(paragraph, 'w:pPr', 'w:numPr');
    // The list 0 takes the number of its style from a paragraph.
    if (value(own, 'w:numId') === '0') return undefined;
    if (own !== undefined)
      return { list: value(own, 'w:numId') ?? '', level: Number(value(own, 'w:ilvl') ?? 0) };
    return this.#placeOfStyle(value(paragraph, 'w:pPr', 'w:pStyle'));
  }

  /** A style inherits the numbering of the style that it is based on. */
  #placeOfStyle(id: string | undefined): Place | undefined {
    if (id === undefined) return undefined;
    const style = styleById(this.#document, id);
    const list = value(style, 'w:pPr', 'w:numPr', 'w:numId');
    if (list === undefined) return this.#placeOfStyle(value(style, 'w:basedOn'));
    const definition = this.#find(
      'w:abstractNum',
      'w:abstractNumId',
      value(this.#find('w:num', 'w:numId', list), 'w:abstractNumId') ?? '',
    );
    const level = children(definition, 'w:lvl').findIndex((each) => value(each, 'w:pStyle') === id);
    return { list, level: Math.max(0, level) };
  }

  #find(name: string, attribute: string, id: string): XmlElement {
    const found = children(this.#numbering, name).find((each) => each.attributes[attribute] === id);
    if (found === undefined) throw new Error(`no ${name} ${id}`);
    return found;
  }
}

interface Place {
  readonly list: string;
  readonly level: number;
}

function withoutStop(label: string): string {
  return label.replace(/\.$/, '');
}

function levelOf(definition: XmlElement, level: number): XmlElement {
  const found = children(definition, 'w:lvl').find((each) => each.attributes['w:ilvl'] === String(level));
  if (found === undefined) throw new Error(`no level ${level}`);
  return found;
}

function formatCount(count: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(count);
    case 'upperLetter':
      return letters(count).toUpperCase();
    case 'lowerRoman':
      return ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'][count] ?? `roman ${count}`;
    default:
      return String(count);
  }
}

/** After z, Word continues with aa, bb, cc. */
function letters(count: number): string {
  return String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
}
