import { createHash } from 'node:crypto';
import type { PdfDocument } from './document.ts';
import { PdfText } from './values.ts';

/** Bytes of a line of a cross-reference stream: its kind, a position, a generation. */
const LINE = 7;
const WIDTHS = '[1 4 2]';
const AT_POSITION = 1;

/** Entries of a trailer that are of its own section of cross-references. */
const OF_SECTION = ['Size', 'Prev', 'XRefStm', 'Type', 'Index', 'W', 'Length', 'Filter', 'DecodeParms', 'ID'];

/** What is appended to a PDF, so that every byte of it stays as it was (ISO 32000-1, 7.5.6). */
export class PdfUpdate {
  readonly #document: PdfDocument;
  readonly #objects = new Map<number, string>();
  #size: number;

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#size = document.crossReferences.size;
  }

  /** @returns the number of a new object, whose text follows by `set` */
  reserve(): number {
    return this.#size++;
  }

  /** @param object as Latin-1 */
  set(id: number, object: string): void {
    this.#objects.set(id, object);
  }

  /**
   * @returns the file, and the position of each object that was set
   */
  write(): { readonly file: Buffer; readonly positions: ReadonlyMap<number, number> } {
    const { bytes, crossReferences } = this.#document;
    const { trailer, newest, hasStream } = crossReferences;
    const positions = new Map<number, number>();
    // The file may end without a line break.
    let text = '\n';
    const ids = [...this.#objects.keys()].sort((one, other) => one - other);
    for (const id of ids) {
      positions.set(id, bytes.length + text.length);
      text += `${id} ${this.#document.generationOf(id)} obj\n${this.#objects.get(id)}\nendobj\n`;
    }
    const section = bytes.length + text.length;
    const removed = Object.fromEntries(OF_SECTION.map((key) => [key, undefined]));
    const entries = { ...removed, Prev: `${newest}`, ID: this.#identifiers(text) };
    if (hasStream) {
      const id = this.#size++;
      positions.set(id, section);
      const lines = this.#lines(positions);
      const dict = trailer.with({
        ...entries,
        Type: '/XRef',
        Size: `${this.#size}`,
        W: WIDTHS,
        Index: `[${runsOf([...ids, id])
          .map(({ first, count }) => `${first} ${count}`)
          .join(' ')}]`,
        Length: `${lines.length}`,
      });
      text += `${id} 0 obj\n${dict}\nstream\n${lines}\nendstream\nendobj\n`;
      positions.delete(id);
    } else {
      text += `xref\n${this.#table(ids, positions)}trailer\n${trailer.with({ ...entries, Size: `${this.#size}` })}\n`;
    }
    text += `startxref\n${section}\n%%EOF\n`;
    return { file: Buffer.concat([bytes, Buffer.from(text, 'latin1')]), positions };
  }

  /** The first identifier names the document, and stays; the second names its state (ISO 32000-1, 14.4). */
  #identifiers(text: string): string {
    const digest = createHash('sha256').update(this.#document.bytes).update(text, 'latin1');
    const now = digest.digest('hex').slice(0, 32);
    const [first] = this.#document.array(this.#document.crossReferences.trailer.get('ID'))?.items ?? [];
    return `[${first instanceof PdfText ? first.source : `<${now}>`} <${now}>]`;
  }

  #lines(positions: ReadonlyMap<number, number>): string {
    const entries = [...positions].sort(([one], [other]) => one - other);
    const lines = Buffer.alloc(entries.length * LINE);
    for (const [index, [id, position]] of entries.entries()) {
      const at = lines.writeUInt8(AT_POSITION, index * LINE);
      lines.writeUInt16BE(this.#document.generationOf(id), lines.writeUInt32BE(position, at));
    }
    return lines.toString('latin1');
  }

  #table(ids: readonly number[], positions: ReadonlyMap<number, number>): string {
    return runsOf(ids)
      .map(({ first, count }) => {
        const lines = Array.from({ length: count }, (_, index) => {
          const id = first + index;
          const position = `${positions.get(id) ?? 0}`.padStart(10, '0');
          return `${position} ${`${this.#document.generationOf(id)}`.padStart(5, '0')} n \n`;
        });
        return `${first} ${count}\n${lines.join('')}`;
      })
      .join('');
  }
}

/** Divides numbers, in order, into runs without gaps. */
function runsOf(ids: readonly number[]): { first: number; count: number }[] {
  const runs: { first: number; count: number }[] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    if (last !== undefined && last.first + last.count === id) last.count += 1;
    else runs.push({ first: id, count: 1 });
  }
  return runs;
}
