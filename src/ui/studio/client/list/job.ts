import { signal } from '@preact/signals';
import { downloadZip } from 'client-zip';
import { withMoment } from '../../../../../clients/typescript/src/moment.ts';
import { sideBySide } from '../../../../../clients/typescript/src/side-by-side.ts';
import type { PublishedSchema } from '../../../rows/published-schema.ts';
import { titleOf } from '../../../rows/titles.ts';
import { ofRefusal } from '../findings.ts';
import { saveFile } from '../save-file.ts';
import { ask } from '../service/ask.ts';
import { type Answered, askWithAnyKey, forget } from '../service/trouble.ts';
import { type ListRow, type ReadList, readList } from './read-list.ts';

/** Requests at a time: as `docgen batch` has by default, less some for the person at the form. */
const SIDE_BY_SIDE = 4;
/** How often what is shown follows what is done. */
const SHOW_EVERY_MS = 100;

export type Format = 'pdf' | 'docx';

/** What is known of a row: nothing yet, that it can be made, that it was, or why not. */
export type RowState = 'unchecked' | 'fine' | 'made' | readonly string[];

export interface Progress {
  readonly doing: 'checking' | 'making' | 'nothing';
  readonly done: number;
  readonly of: number;
}

export interface JobOptions {
  readonly file: File;
  readonly schema: PublishedSchema;
  /** What every request has: the document and its options. */
  readonly body: () => object;
  /** The name of the ZIP, without extension. */
  readonly name: string;
}

/** Many documents, one of each row of a CSV file. */
export class Job {
  readonly #options: JobOptions;
  readonly #stop = new AbortController();
  /** By the number of the row, from 0; undefined for a blank row. */
  readonly #states: (RowState | undefined)[] = [];
  #making: AbortController | undefined;
  #shownAt = 0;
  readonly read = signal<ReadList | undefined>(undefined);
  readonly states = signal<readonly (RowState | undefined)[]>([]);
  readonly progress = signal<Progress>({ doing: 'nothing', done: 0, of: 0 });
  /** A sentence about the whole list. */
  readonly said = signal('');

  constructor(options: JobOptions) {
    this.#options = options;
  }

  /** Reads and checks the rows. Makes nothing. */
  async begin(): Promise<void> {
    try {
      const read = await readList(this.#options.file, this.#options.schema);
      for (const { number, faults } of read.rows)
        this.#states[number - 1] = faults.length > 0 ? faults.map(this.#inWords) : 'unchecked';
      this.read.value = read;
      this.#show(true);
      if (read.faults.length === 0) await this.#check(read.rows);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.said.value = (error as Error).message;
    }
  }

  close(): void {
    forget('list');
    this.#stop.abort();
    this.#making?.abort();
  }

  /** Ends the making; nothing is saved. */
  cancel(): void {
    this.#making?.abort();
  }

  /** Makes the documents of all rows without faults, and saves them as one ZIP. */
  async make(formats: readonly Format[]): Promise<void> {
    const rows =
      this.read.value?.rows.filter((row) =>
        ['fine', 'made'].includes(String(this.#states[row.number - 1])),
      ) ?? [];
    const making = new AbortController();
    this.#making = making;
    this.said.value = '';
    const wanted = rows.flatMap((row) => formats.map((format) => ({ row, format })));
    let failed = 0;
    try {
      const files = this.#files(wanted, making.signal, () => {
        failed += 1;
      });
      const zip = await downloadZip(files).blob();
      saveFile(zip, `${this.#options.name}.zip`);
      const made = wanted.length - failed;
      this.said.value = `Saved ${made} ${made === 1 ? 'file' : 'files'} in ${this.#options.name}.zip.${failed > 0 ? ` ${failed} could not be made: see the rows.` : ''}`;
    } catch (error) {
      this.said.value = making.signal.aborted
        ? 'Cancelled. Nothing was saved.'
        : `Not saved: ${(error as Error).message}`;
    }
    this.#progress('nothing', 0, 0);
    this.#show(true);
  }

  async *#files(
    wanted: readonly { readonly row: ListRow; readonly format: Format }[],
    signal: AbortSignal,
    onFailure: () => void,
  ): AsyncGenerator<{ name: string; lastModified: Date; input: Blob }> {
    const begun: Promise<Blob | undefined>[] = [];
    for (const [index, { row, format }] of wanted.entries()) {
      for (let next = begun.length; next < wanted.length && next < index + SIDE_BY_SIDE; next++) {
        const { row, format } = wanted[next] as (typeof wanted)[number];
        const file = this.#makeOne(row, format, signal);
        // It is awaited in its turn.
        file.catch(() => {});
        begun.push(file);
      }
      this.#progress('making', index, wanted.length);
      const input = await begun[index];
      this.#show();
      if (input === undefined) onFailure();
      else
        yield { name: `${String(row.number).padStart(5, '0')}.${format}`, lastModified: new Date(), input };
    }
  }

  async #makeOne({ number, data }: ListRow, format: Format, signal: AbortSignal): Promise<Blob | undefined> {
    const outcome = await this.#ask('generate', { format, data }, signal);
    if (outcome.kind === 'done') {
      this.#states[number - 1] = 'made';
      return await outcome.response.blob();
    }
    this.#states[number - 1] = this.#wordsOf(outcome);
    return undefined;
  }

  async #check(rows: readonly ListRow[]): Promise<void> {
    const waiting = rows.filter(({ number }) => this.#states[number - 1] === 'unchecked');
    const of = waiting.length;
    let done = 0;
    const check = async (row: ListRow, signal: AbortSignal) => {
      const outcome = await this.#ask('validate', { format: 'pdf', data: row.data }, signal);
      this.#states[row.number - 1] = outcome.kind === 'done' ? 'fine' : this.#wordsOf(outcome);
    };
    for await (const _checked of sideBySide(waiting, SIDE_BY_SIDE, check, this.#stop.signal)) {
      done += 1;
      this.#progress('checking', done, of);
      this.#show();
    }
    this.#progress('nothing', 0, 0);
    this.#show(true);
  }

  /** Sends a request until the service takes it; one whose key has ended waits for another. */
  async #ask(what: 'generate' | 'validate', fields: object, signal: AbortSignal): Promise<Answered> {
    const body = withMoment({ ...this.#options.body(), ...fields });
    return askWithAnyKey('list', () => ask(`/api/v1/documents/${what}`, body, signal), signal);
  }

  #wordsOf({ refusal }: Extract<Answered, { kind: 'refused' }>): readonly string[] {
    const { missing, faults } = ofRefusal(refusal);
    return [...missing.map((field) => ({ field, message: 'is missing' })), ...faults].map(this.#inWords);
  }

  readonly #inWords = ({ field, message }: { readonly field: string; readonly message: string }) =>
    `${field === '' ? '' : titleOf(this.#options.schema, field)} ${message}`.trim();

  #progress(doing: Progress['doing'], done: number, of: number): void {
    if (doing === this.progress.value.doing && performance.now() - this.#shownAt < SHOW_EVERY_MS) return;
    this.progress.value = { doing, done, of };
  }

  #show(atOnce = false): void {
    if (!atOnce && performance.now() - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = performance.now();
    this.states.value = [...this.#states];
  }
}
