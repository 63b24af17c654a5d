import type { InvalidField } from '../../errors.ts';
import type { BodyLimits } from './body-limits.ts';
import { joinPath } from './path.ts';

/** Line and column of a text; both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

interface JsonScan {
  /** Index of the first byte at which the text can no longer be JSON; undefined when it is JSON. */
  readonly fault?: number;
  /** The first place that exceeds a limit. */
  readonly excess?: InvalidField;
  /** Whether it has more bytes than `limits.bytes` beside its long texts; the rest was not looked at. */
  readonly isTooLong?: boolean;
}

/** An object or a list that is not closed yet. */
interface Container {
  readonly isList: boolean;
  readonly close: number;
  entries: number;
  /** Where the key of the current value begins and ends, with its quotation marks. */
  keyStart: number;
  keyEnd: number;
}

class Fault extends Error {
  readonly at: number;
  constructor(at: number) {
    super('not JSON');
    this.at = at;
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, PLUS, DOT, ZERO] = [...Buffer.from('"\\,:-+.0')];
const [LIST, LIST_END, OBJECT, OBJECT_END, U, E] = [...Buffer.from('[]{}uE')];
const LITERALS = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));
const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));

function opened(isList: boolean): Container {
  return { isList, close: (isList ? LIST_END : OBJECT_END) as number, entries: 0, keyStart: 0, keyEnd: 0 };
}

/** Beyond the limits nothing is counted any more, so that any number of brackets takes little memory. */
const UNCOUNTED_LIST = opened(true);
const UNCOUNTED_OBJECT = opened(false);

/** What may come next: `first` of a container may also be its end. */
type Next = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'end of value';

/**
 * Checks JSON in UTF-8, in one pass over its bytes and without recursion: whether it is JSON, as `JSON.parse` decides, and
 * whether it is within limits. Some 3 ns a byte of long texts and 40 of brackets and short values, and ten times as long
 * before V8 has optimized it, while `JSON.parse` takes seconds for millions of brackets.
 */
export function scanJson(bytes: Uint8Array, limits?: BodyLimits): JsonScan {
  const scan = new Scan(bytes, limits);
  try {
    return scan.run();
  } catch (error) {
    if (error instanceof Fault) return { fault: error.at };
    throw error;
  }
}

/** Characters that are not in the bytes any more. */
export interface Cut {
  /** Index of the byte before which they were. */
  readonly at: number;
  readonly characters: number;
}

/** The place of a byte, in the characters of a JavaScript string. */
export function placeIn(bytes: Uint8Array, at: number, cuts: readonly Cut[] = []): Place {
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, at);
  let line = 1;
  let start = 0;
  for (let end = before.indexOf(10); end !== -1; end = before.indexOf(10, start)) {
    line += 1;
    start = end + 1;
  }
  const onLine = cuts.filter((cut) => cut.at >= start && cut.at <= at);
  const cutAway = onLine.reduce((sum, { characters }) => sum + characters, 0);
  return { line, column: before.toString('utf8', start).length + cutAway + 1 };
}

class Scan {
  readonly #bytes: Uint8Array;
  readonly #limits: BodyLimits | undefined;
  readonly #open: Container[] = [];
  #values = 0;
  #bytesOfLongTexts = 0;
  #excess: InvalidField | undefined;

  constructor(bytes: Uint8Array, limits: BodyLimits | undefined) {
    this.#bytes = bytes;
    this.#limits = limits;
  }

  run(): JsonScan {
    const bytes = this.#bytes;
    const open = this.#open;
    const mostBytes = this.#limits?.bytes ?? Number.POSITIVE_INFINITY;
    let next: Next = 'value';
    let at = 0;
    for (;;) {
      at = pastBlanks(bytes, at);
      if (at - this.#bytesOfLongTexts > mostBytes) return { isTooLong: true };
      const byte = bytes[at];
      const container = open.at(-1);
      switch (next) {
        case 'end of value':
          if (container === undefined) {
            if (byte !== undefined) throw new Fault(at);
            return this.#excess === undefined ? {} : { excess: this.#excess };
          }
          if (byte === COMMA) next = container.isList ? 'value' : 'key';
          else if (byte === container.close) open.pop();
          else throw new Fault(at);
          at += 1;
          continue;
        case 'colon':
          if (byte !== COLON) throw new Fault(at);
          at += 1;
          next = 'value';
          continue;
        case 'first key':
        case 'first value':
          if (container === undefined || byte !== container.close) break;
          open.pop();
          at += 1;
          next = 'end of value';
          continue;
      }
      if (container !== undefined && (next === 'key' || next === 'first key')) {
        if (byte !== QUOTE) throw new Fault(at);
        const end = pastText(bytes, at);
        container.keyStart = at;
        container.keyEnd = end;
        this.#count(container);
        at = end;
        next = 'colon';
        continue;
      }
      if (container?.isList) this.#count(container);
      this.#values += 1;
      if (this.#values === (this.#limits?.values ?? 0) + 1)
        this.#exceeds(`must have at most ${this.#limits?.values} values in all`, []);
      if (byte === LIST || byte === OBJECT) {
        if (open.length === this.#limits?.depth)
          this.#exceeds(`must be nested at most ${open.length} levels deep`);
        const isList = byte === LIST;
        if (this.#excess === undefined) open.push(opened(isList));
        else open.push(isList ? UNCOUNTED_LIST : UNCOUNTED_OBJECT);
        at += 1;
        next = isList ? 'first value' : 'first key';
        continue;
      }
      const end = byte === QUOTE ? pastText(bytes, at) : pastLiteral(bytes, at);
      if (byte === QUOTE) this.#measure(at, end);
      at = end;
      next = 'end of value';
    }
  }

  /** Counts a key, or an entry of a list. */
  #count(container: Container): void {
    container.entries += 1;
    const { entries = 0, keys = 0 } = this.#limits ?? {};
    if (container.entries !== (container.isList ? entries : keys) + 1) return;
    const most = container.isList ? `${entries} entries` : `${keys} keys`;
    this.#exceeds(`must have at most ${most}`, this.#open.slice(0, -1));
  }

  #measure(start: number, end: number): void {
    const { characters = Number.POSITIVE_INFINITY, longTexts = [] } = this.#limits ?? {};
    // A text has no more characters than bytes.
    if (end - start - 2 <= characters) return;
    if (longTexts.length > 0 && longTexts.includes(this.#stepOf(this.#open[0]))) {
      this.#bytesOfLongTexts += end - start;
      return;
    }
    let count = 0;
    // A character has no more than twelve bytes, those of a pair of escapes.
    if (end - start - 2 > 12 * characters) count = Number.POSITIVE_INFINITY;
    else for (const _ of JSON.parse(this.#text(start, end))) count += 1;
    if (count > characters) this.#exceeds(`must have at most ${characters} characters`);
  }

  /** Notes the first excess only. @param containers in which the place is */
  #exceeds(message: string, containers: readonly Container[] = this.#open): void {
    if (this.#limits === undefined || this.#excess !== undefined) return;
    const steps = containers.map((one) => this.#stepOf(one));
    // Paths are relative to `data` where they are inside.
    const field = joinPath(steps.length > 1 && steps[0] === 'data' ? steps.slice(1) : steps);
    this.#excess = { field, message };
  }

  /** Other keys than those of schemas may be anything of any length, and are not repeated to the caller. */
  #stepOf(container: Container | undefined): string {
    if (container === undefined) return '';
    if (container.isList) return `${container.entries - 1}`;
    const { keyStart: start, keyEnd: end } = container;
    // An escape has six bytes.
    const key: string = end - start > 6 * 64 + 2 ? '' : JSON.parse(this.#text(start, end));
    return /^\w{1,64}$/.test(key) ? key : '…';
  }

  #text(start: number, end: number): string {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, end - start).toString();
  }
}

function pastBlanks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at]; byte === 32 || byte === 10 || byte === 13 || byte === 9; byte = bytes[at])
    at += 1;
  return at;
}

function pastText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === undefined || byte < 32) throw new Fault(at);
    if (byte === BACKSLASH) {
      at += 1;
      const escaped = bytes[at];
      if (escaped === U) for (const end = at + 4; at < end; ) demand(isHexadecimal(bytes[++at]), at);
      else demand(escaped !== undefined && ESCAPES.has(escaped), at);
    }
    at += 1;
  }
}

/** Past a number, `true`, `false` or `null`. */
function pastLiteral(bytes: Uint8Array, start: number): number {
  const word = LITERALS.get(bytes[start] ?? 0);
  if (word !== undefined) {
    for (const [index, byte] of word.entries()) demand(bytes[start + index] === byte, start + index);
    return start + word.length;
  }
  let at = bytes[start] === MINUS ? start + 1 : start;
  at = bytes[at] === ZERO ? at + 1 : pastDigits(bytes, at);
  if (bytes[at] === DOT) at = pastDigits(bytes, at + 1);
  // Both cases of the letter.
  if (((bytes[at] ?? 0) & ~32) === E) {
    at += 1;
    if (bytes[at] === PLUS || bytes[at] === MINUS) at += 1;
    at = pastDigits(bytes, at);
  }
  return at;
}

/** At least one. */
function pastDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at += 1;
  demand(at > start, at);
  return at;
}

function isDigit(byte = 0): boolean {
  return byte >= 48 && byte <= 57;
}

export function isHexadecimal(byte = 0): boolean {
  return isDigit(byte) || ((byte & ~32) >= 65 && (byte & ~32) <= 70);
}

function demand(isJson: boolean, at: number): void {
  if (!isJson) throw new Fault(at);
}
