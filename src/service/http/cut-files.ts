import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { tooLarge } from '../../errors.ts';
import { type Cut, isHexadecimal } from '../../templating/validation/scan-json.ts';
import type { DecodedBody } from '../use-cases/decoded-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What `cutFiles` has taken out of the body. */
    cuts: Cuts | null;
  }
}

interface Cuts {
  /** By field; undefined where the text was not base64. A field that is no text, or blank, is not there. */
  readonly files: ReadonlyMap<string, Buffer | undefined>;
  readonly places: readonly Cut[];
}

/**
 * Takes files in base64 out of a JSON body while it arrives: as texts, 20 MB of them would be copied three times, in steps in which
 * nobody else is served. The parser gets a body with a short text in the place of each; its other bytes are limited by
 * BODY_LIMIT_BYTES.
 * @param names of the body's fields that hold files
 * @param bodyLimit of the whole body, in bytes
 */
export function cutFiles(names: readonly string[], bodyLimit: number): preParsingAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply, payload) => {
    const cutter = new FileCutter(names, {
      mostBytes: request.server.initialConfig.bodyLimit ?? 0,
      expectedBytes: Math.min(Number(request.headers['content-length'] ?? bodyLimit), bodyLimit),
    });
    request.cuts = cutter;
    // Not `pipeline`, which would close the connection before a refusal is sent.
    payload.once('error', (error) => cutter.destroy(error));
    // Or the rest of a body that nobody reads would stay before the connection's next request.
    reply.raw.once('finish', () => payload.unpipe(cutter).resume());
    return payload.pipe(cutter);
  };
}

/** The body of a request after `cutFiles`. */
export function decodedBody<Body>({
  body,
  cuts,
}: Pick<FastifyRequest, 'cuts'> & { readonly body: Body }): DecodedBody<Body> {
  return { body, files: cuts?.files ?? new Map() };
}

const QUOTE = 34;
const BACKSLASH = 92;
const PADDING = 61;
/** What a byte is in a text of base64, beside padding. */
const BLANK = 1;
const DIGIT = 2;
const KINDS = new Uint8Array(256);
for (const byte of Buffer.from(' \t\r\n')) KINDS[byte] = BLANK;
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'))
  KINDS[byte] = DIGIT;

/** Longer keys are of no file. */
const MOST_KEY_BYTES = 64;
const PIECE_BYTES = 65_536;

/** Stands for a file in what the parser gets. A blank text stays blank. */
const STAND_IN = Buffer.from('-');

/** A text of base64 that is being decoded. */
interface FileText {
  readonly name: string;
  readonly target: Buffer;
  bytes: number;
  digits: number;
  padding: number;
  isBase64: boolean;
  characters: number;
}

type State = 'between' | 'key' | 'text';

/** Knows as little of JSON as it needs to find the files: what it passes on is checked by the parser. */
class FileCutter extends Transform implements Cuts {
  readonly files = new Map<string, Buffer | undefined>();
  readonly places: Cut[] = [];
  /** Fastify compares it with Content-Length, and with the route's limit. */
  receivedEncodedLength = 0;
  readonly #names: readonly string[];
  readonly #sizes: { readonly mostBytes: number; readonly expectedBytes: number };
  /** By name: a body may have the same name many times. */
  readonly #targets = new Map<string, Buffer>();
  readonly #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #staged = 0;
  #passedOn = 0;
  #state: State = 'between';
  #depth = 0;
  /** The text that comes next is a key of the body, or the value of `#key`. */
  #isKeyNext = false;
  #isValueNext = false;
  #key: number[] = [];
  /** An escape that has begun, from its backslash. */
  #escape: number[] = [];
  #file: FileText | undefined;

  constructor(names: readonly string[], sizes: { mostBytes: number; expectedBytes: number }) {
    super();
    this.#names = names;
    this.#sizes = sizes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      if (this.#file !== undefined) at = this.#decode(chunk, at, this.#file);
      else {
        const end = this.#passOver(chunk, at);
        this.#passOn(chunk.subarray(at, end));
        at = end;
      }
    }
    const { mostBytes } = this.#sizes;
    if (this.#passedOn <= mostBytes) done();
    // Later: the first bytes may come before somebody listens.
    else setImmediate(done, tooLarge('The body', mostBytes));
  }

  override _flush(done: TransformCallback): void {
    if (this.#file !== undefined) this.#endFile(this.#file, this.#escape);
    done();
  }

  #passOn(bytes: Uint8Array): void {
    this.#passedOn += bytes.length;
    if (bytes.length > 0) this.push(bytes);
  }

  /** @returns the index behind the chunk, or of the first byte of a file */
  #passOver(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (this.#state === 'between') {
        if (byte === QUOTE && this.#beginText()) return at + 1;
        if (byte !== QUOTE) this.#notePunctuation(byte);
        continue;
      }
      if (this.#escape.length > 0) this.#escape = [];
      else if (byte === BACKSLASH) this.#escape = [byte];
      else if (byte === QUOTE) {
        this.#state = 'between';
        continue;
      }
      if (this.#state === 'key' && this.#key.length <= MOST_KEY_BYTES) this.#key.push(byte);
    }
    return chunk.length;
  }

  #notePunctuation(byte: number): void {
    if (byte === 0x7b || byte === 0x5b) {
      this.#depth += 1;
      this.#isKeyNext = this.#depth === 1 && byte === 0x7b;
      this.#isValueNext = false;
    } else if (byte === 0x7d || byte === 0x5d) this.#depth -= 1;
    else if (byte === 0x2c) this.#isKeyNext = this.#depth === 1;
    else if (byte === 0x3a) this.#isValueNext = this.#depth === 1;
  }

  /** @returns whether the text is a file */
  #beginText(): boolean {
    const name = this.#isValueNext ? nameOf(this.#key) : undefined;
    const isKey = this.#isKeyNext;
    this.#isKeyNext = false;
    this.#isValueNext = false;
    this.#state = isKey ? 'key' : 'text';
    this.#key = [];
    if (isKey || name === undefined || !this.#names.includes(name)) return false;
    const size = Math.ceil(this.#sizes.expectedBytes * 0.75);
    // Of the memory, the kernel gives only what is written to.
    const target = this.#targets.get(name) ?? Buffer.allocUnsafeSlow(size);
    this.#targets.set(name, target);
    this.#file = { name, target, bytes: 0, digits: 0, padding: 0, isBase64: true, characters: 0 };
    return true;
  }

  /** @returns the index of the first byte that is not of the file */
  #decode(chunk: Buffer, start: number, file: FileText): number {
    for (let at = start; at < chunk.length; at += 1) {
      if (this.#escape.length === 0 && file.padding === 0) at = this.#takeDigits(chunk, at, file);
      if (at === chunk.length) break;
      const byte = chunk[at] as number;
      if (byte === QUOTE && this.#escape.length === 0) {
        this.#endFile(file);
        return at;
      }
      const isEscape = this.#escape.length > 0 || byte === BACKSLASH;
      if (byte < 32 || (isEscape && !this.#continueEscape(file, byte))) {
        // This is no JSON: the parser finds the place.
        this.#endFile(file, this.#escape);
        return at;
      }
      if (!isEscape) this.#note(file, byte);
      // In UTF-16.
      if ((byte & 0xc0) !== 0x80) file.characters += byte >= 0xf0 ? 2 : 1;
    }
    return chunk.length;
  }

  /**
   * Takes the digits from `start` on piece by piece: 8 MB take 25 ms, and 70 digit by digit.
   * @returns the index of the first byte that is none
   */
  #takeDigits(chunk: Buffer, start: number, file: FileText): number {
    for (let at = start; ; ) {
      const room = PIECE_BYTES - this.#staged;
      const end = endOfDigits(chunk, at, Math.min(at + room, chunk.length));
      chunk.copy(this.#piece, this.#staged, at, end);
      this.#staged += end - at;
      if (end - at < room) {
        file.characters += end - start;
        return end;
      }
      this.#flush(file);
      at = end;
    }
  }

  /** Takes one character of the text. */
  #note(file: FileText, byte: number): void {
    if (KINDS[byte] === BLANK) return;
    file.digits += 1;
    if (byte === PADDING && file.padding < 2) file.padding += 1;
    else if (KINDS[byte] !== DIGIT || file.padding > 0) file.isBase64 = false;
    else {
      file.digits -= 1;
      this.#piece[this.#staged++] = byte;
      if (this.#staged === PIECE_BYTES) this.#flush(file);
    }
  }

  /** @returns whether the escape is JSON so far */
  #continueEscape(file: FileText, byte: number): boolean {
    const begun = this.#escape;
    begun.push(byte);
    if (begun.length === 1) return true;
    const isCode = begun[1] === 0x75;
    const isGood =
      begun.length === 2 ? 'u"\\/bfnrt'.includes(String.fromCharCode(byte)) : isHexadecimal(byte);
    if (!isGood) begun.pop();
    if (!isGood || (isCode && begun.length < 6)) return isGood;
    const character: string = JSON.parse(`"${String.fromCharCode(...begun)}"`);
    this.#escape = [];
    this.#note(file, Math.min(character.charCodeAt(0), 255));
    return true;
  }

  #flush(file: FileText): void {
    file.digits += this.#staged;
    file.bytes += file.target.write(this.#piece.toString('latin1', 0, this.#staged), file.bytes, 'base64');
    this.#staged = 0;
  }

  /** @param rest of an escape that is no JSON, for the parser */
  #endFile(file: FileText, rest: readonly number[] = []): void {
    this.#flush(file);
    const isWhole = file.bytes === Math.floor(((file.digits - file.padding) * 3) / 4) && file.bytes > 0;
    if (file.digits > 0) {
      this.#passOn(STAND_IN);
      this.files.set(file.name, file.isBase64 && isWhole ? file.target.subarray(0, file.bytes) : undefined);
    }
    const standIn = file.digits > 0 ? STAND_IN.length : 0;
    this.places.push({ at: this.#passedOn, characters: file.characters - rest.length - standIn });
    this.#passOn(Buffer.from(rest));
    this.#escape = [];
    this.#file = undefined;
    this.#state = 'text';
  }
}

function endOfDigits(chunk: Uint8Array, start: number, most: number): number {
  let at = start;
  while (at < most && KINDS[chunk[at] as number] === DIGIT) at += 1;
  return at;
}

function nameOf(key: readonly number[]): string | undefined {
  if (key.length > MOST_KEY_BYTES) return undefined;
  try {
    return JSON.parse(`"${Buffer.from(key)}"`);
  } catch {
    return undefined;
  }
}
