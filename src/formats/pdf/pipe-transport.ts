import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import { freeBytes } from './free-bytes.ts';

/** The text before the PDF in the response to `Page.printToPDF`. The PDF ends at the next quote: base64 has none. */
const BEFORE_PDF = '"result":{"data":"';

/** The prefix is within this many bytes from the start of the response. */
const HEAD_BYTES = 256;

/**
 * Talks to a browser over its pipe: JSON in both directions, each message ended by a zero byte. Puppeteer's own
 * transport makes a string of every message and parses it into another one: 0.5 MB for each PDF, on the main thread.
 * Here a PDF stays bytes (base64 in ASCII), and puppeteer gets a number in its place.
 */
export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #input: Writable;
  /** Chunks of a message that is not complete yet. */
  #pieces: Buffer[] = [];
  #keepsPdfs = false;
  /** PDFs that were received and not taken yet, by number. */
  readonly #pdfs = new Map<string, Buffer>();
  #count = 0;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    output.on('data', (piece: Buffer) => this.#read(piece));
    output.on('close', () => this.onclose?.());
    // Code that waits for a response gets the error from `close`, or from the end of the browser.
    for (const stream of [input, output]) stream.on('error', () => {});
  }

  send(message: string): void {
    // Two writes, because one would copy the message into a new buffer.
    this.#input.write(message);
    this.#input.write('\0');
  }

  close(): void {
    this.#input.end();
  }

  /** From now on, the response to `Page.printToPDF` contains a number for `takePdf` instead of the PDF. */
  keepPdfs(): void {
    this.#keepsPdfs = true;
  }

  /**
   * @param data the field `data` of the response; it is the PDF itself if Chromium writes the fields in another order
   * @returns base64 in ASCII; each PDF can be taken once
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
    // One message per turn of the event loop, so that the code awaiting one runs before the next.
    setImmediate(() => this.onmessage?.(message));
  }

  #withoutPdf(bytes: Buffer): string | undefined {
    const found = bytes.toString('latin1', 0, HEAD_BYTES).indexOf(BEFORE_PDF);
    if (found === -1) return undefined;
    const start = found + BEFORE_PDF.length;
    const end = bytes.indexOf('"', start);
    const number = String(++this.#count);
    // A copy has its own buffer, which can be freed after use.
    this.#pdfs.set(number, join([bytes.subarray(start, end)]));
    const message = bytes.toString('latin1', 0, start) + number + bytes.toString('latin1', end);
    freeBytes(bytes);
    return message;
  }
}

/** Joins chunks in a new buffer. Frees the chunks that have a buffer of their own. */
function join(pieces: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const piece of pieces) {
    length += piece.copy(whole, length);
    freeBytes(piece);
  }
  return whole;
}
