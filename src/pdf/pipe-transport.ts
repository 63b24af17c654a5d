import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import { freeBytes } from './free-bytes.ts';

/** What stands before a PDF in the answer to `Page.printToPDF`; it ends at the next quote, for base64 has none. */
const BEFORE_PDF = '"result":{"data":"';

/** So far into the answer that must have come. */
const HEAD_BYTES = 256;

/**
 * Talks to a browser over its pipe: JSON in both directions, each message closed by a zero byte.
 *
 * Puppeteer's own makes a string of every message, which is parsed into another: 0.5 MB for each PDF, on the thread that
 * answers callers. Here a PDF stays the bytes that came, base64 in ASCII, and puppeteer sees its number in its place.
 */
export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #input: Writable;
  /** What has come of a message that is not whole. */
  #pieces: Buffer[] = [];
  #keepsPdfs = false;
  /** Those that have come and were not taken, by number. */
  readonly #pdfs = new Map<string, Buffer>();
  #count = 0;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    output.on('data', (piece: Buffer) => this.#read(piece));
    output.on('close', () => this.onclose?.());
    // Whoever waits for an answer is told by `close`, or by the end of the browser.
    for (const stream of [input, output]) stream.on('error', () => {});
  }

  send(message: string): void {
    // In two, for together they would be copied first.
    this.#input.write(message);
    this.#input.write('\0');
  }

  close(): void {
    this.#input.end();
  }

  /** From now on, the answer to `Page.printToPDF` has a number for `takePdf` in place of the PDF. */
  keepPdfs(): void {
    this.#keepsPdfs = true;
  }

  /**
   * @param data of the answer to `Page.printToPDF`; the PDF itself where Chromium writes that in another order
   * @returns base64 in ASCII, once
   */
  takePdf(data: string): Buffer {
    const pdf = this.#pdfs.get(data);
    this.#pdfs.delete(data);
    return pdf ?? Buffer.from(data, 'latin1');
  }

  #read(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(0); end !== -1; end = piece.indexOf(0, start)) {
      this.#pieces.push(piece.subarray(start, end));
      this.#deliver(join(this.#pieces.splice(0)));
      start = end + 1;
    }
    if (start < piece.length) this.#pieces.push(piece.subarray(start));
  }

  #deliver(bytes: Buffer): void {
    const message = (this.#keepsPdfs && this.#withoutPdf(bytes)) || bytes.toString();
    // Each message in a turn of its own, so that what waits for one goes on before the next.
    setImmediate(() => this.onmessage?.(message));
  }

  #withoutPdf(bytes: Buffer): string | undefined {
    const found = bytes.toString('latin1', 0, HEAD_BYTES).indexOf(BEFORE_PDF);
    if (found === -1) return undefined;
    const start = found + BEFORE_PDF.length;
    const end = bytes.indexOf('"', start);
    const number = String(++this.#count);
    // A copy of its own can be freed when it has been read.
    this.#pdfs.set(number, join([bytes.subarray(start, end)]));
    const message = bytes.toString('latin1', 0, start) + number + bytes.toString('latin1', end);
    freeBytes(bytes);
    return message;
  }
}

/** In memory of its own, which can be freed; that of the pieces is, unless there is more in it. */
function join(pieces: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const piece of pieces) {
    length += piece.copy(whole, length);
    freeBytes(piece);
  }
  return whole;
}
