import { stringBytes } from '../../../lib/pdf-string.ts';

/** The values of a PDF (ISO 32000-1, 7.3). Keywords other than `null`, `true` and `false` are no values. */
export type PdfValue = null | boolean | number | PdfName | PdfText | PdfReference | PdfArray | PdfDict;

export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class PdfReference {
  readonly id: number;
  readonly generation: number;
  constructor(id: number, generation: number) {
    this.id = id;
    this.generation = generation;
  }
}

/** A part of a text: where a value is written. */
abstract class Written {
  readonly #whole: string;
  readonly start: number;
  readonly end: number;

  constructor(whole: string, start: number, end: number) {
    this.#whole = whole;
    this.start = start;
    this.end = end;
  }

  /** The value as it is written. */
  get source(): string {
    return this.#whole.slice(this.start, this.end);
  }
}

/** A string, `(…)` or `<…>`. */
export class PdfText extends Written {
  /** Its bytes as Latin-1. */
  get bytes(): string {
    return stringBytes(this.source);
  }
}

export class PdfArray extends Written {
  readonly items: readonly PdfValue[];
  constructor(whole: string, start: number, end: number, items: readonly PdfValue[]) {
    super(whole, start, end);
    this.items = items;
  }

  /** The array with one more item, as it is written. */
  with(item: string): string {
    return `${this.source.slice(0, -1)} ${item}]`;
  }
}

/** An entry of a dictionary. */
export interface Entry {
  readonly value: PdfValue;
  /** The value as it is written. */
  readonly source: string;
}

export class PdfDict extends Written {
  readonly #entries: ReadonlyMap<string, Entry>;
  constructor(whole: string, start: number, end: number, entries: ReadonlyMap<string, Entry>) {
    super(whole, start, end);
    this.#entries = entries;
  }

  get keys(): IterableIterator<string> {
    return this.#entries.keys();
  }

  get(key: string): PdfValue {
    return this.#entries.get(key)?.value ?? null;
  }

  /**
   * The dictionary with other values, as it is written.
   * @param changes key → value as it is written; undefined removes it
   */
  with(changes: Readonly<Record<string, string | undefined>>): string {
    const kept = [...this.#entries].flatMap(([key, { source }]) =>
      Object.hasOwn(changes, key) ? [] : entryOf(key, source),
    );
    const added = Object.entries(changes).flatMap(([key, source]) =>
      source === undefined ? [] : entryOf(key, source),
    );
    return `<<${[...kept, ...added].join('\n')}>>`;
  }
}

function entryOf(key: string, source: string): string {
  const name = key.replace(
    /[^!-"$&'*-.0-;=?-Z\\^-z|~]/g,
    (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `/${name} ${source}`;
}
