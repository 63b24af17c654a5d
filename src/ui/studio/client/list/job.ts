import { computed, signal } from '@preact/signals';
import { withMoment } from '../../../../../clients/typescript/src/moment.ts';
import { sideBySide } from '../../../../../clients/typescript/src/side-by-side.ts';
import type { DocumentFormat } from '../../../../../schemas/formats.ts';
import type { Data } from '../../../../lib/paths.ts';
import type { Reading } from '../../../rows/cells.ts';
import { forgetRows, rowDraft } from '../draft.ts';
import { companyId } from '../drafts/keep-drafts.ts';
import { type Finding, NOTHING, readFindings, wrongIn } from '../findings.ts';
import { dataToSend } from '../form/fields.ts';
import { keep, kept } from '../kept.ts';
import type { Opened } from '../opened.ts';
import { options, WHEN_UNSET } from '../options.ts';
import { ask } from '../service/ask.ts';
import { type Answered, askWithAnyKey, forget } from '../service/trouble.ts';
import { namesOf, patternOf } from './file-names.ts';
import { LIST } from './list.ts';
import { type Lines, readLines } from './read-lines.ts';
import { type Answers, type ListRow, type ReadList, readList } from './read-list.ts';

/** Requests at a time: as `docgen batch` has by default, less some for the person at the form. */
const SIDE_BY_SIDE = 4;
/** How often what is shown follows what is done. */
const SHOW_EVERY_MS = 100;

/** What is known of a row: nothing yet, the blanks of what can be made, that it was made, or why it cannot be. */
export type RowState =
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'made' }
  | { readonly kind: 'fine'; readonly blanks: number }
  | { readonly kind: 'faulty'; readonly faults: readonly Finding[] };

export interface Progress {
  readonly doing: 'checking' | 'making' | 'nothing';
  readonly done: number;
  readonly of: number;
}

export interface MadeFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: Blob;
}

/** What outlives a reload of the tab. */
interface KeptList {
  readonly name: string;
  readonly lines: Lines;
  readonly answers: Answers;
  /** "" for the one that the columns suggest. */
  readonly pattern: string;
}

const UNCHECKED: RowState = { kind: 'unchecked' };

/** Many documents, one of each row of a list. */
export class Job {
  readonly shown: Opened;
  /** Whose key opened it. */
  readonly companyId = companyId.value;
  readonly name: string;
  #lines: Lines;
  #answers: Answers;
  readonly #pattern;
  /** By the number of the row, from 1. */
  readonly #states = new Map<number, RowState>();
  /** The values that a state is of. */
  readonly #checked = new Map<number, Data>();
  #checking = new AbortController();
  #making: AbortController | undefined;
  #shownAt = 0;
  readonly read;
  readonly states = signal<ReadonlyMap<number, RowState>>(new Map());
  readonly progress = signal<Progress>({ doing: 'nothing', done: 0, of: 0 });
  /** A sentence about the whole list. */
  readonly said = signal('');
  /** The files that were made when the making was cancelled. */
  readonly finished = signal<readonly MadeFile[]>([]);
  /** The names of the files of each row, without extension, or what is wrong with the pattern. */
  readonly names = computed(() =>
    namesOf(this.pattern, this.shown.schema, this.read.value.rows, this.dataOf),
  );

  /** @throws Error that tells the person why the lines are no list */
  constructor(shown: Opened, { name, lines, answers, pattern }: KeptList) {
    this.shown = shown;
    this.name = name;
    this.#lines = lines;
    this.#answers = answers;
    this.#pattern = signal(pattern);
    this.read = signal<ReadList>(readList(name, lines, shown.schema, answers));
  }

  get pattern(): string {
    return this.#pattern.value || patternOf(this.shown, this.read.value.columns);
  }

  set pattern(pattern: string) {
    this.#pattern.value = pattern;
    this.#keep();
  }

  readonly dataOf = (row: ListRow): Data => {
    const draft = rowDraft(row.number);
    return draft === undefined ? row.data : dataToSend(this.shown.schema, draft);
  };

  /** Checks the rows that have changed since. Makes nothing. */
  async check(): Promise<void> {
    this.#checking.abort();
    this.#checking = new AbortController();
    const { signal } = this.#checking;
    const { rows, faults } = this.read.value;
    if (faults.length > 0) return;
    for (const row of rows) this.#judge(row);
    const waiting = rows.filter(({ number }) => this.#states.get(number)?.kind === 'unchecked');
    const of = waiting.length;
    let done = 0;
    this.#show('checking', done, of);
    try {
      for await (const _checked of sideBySide(waiting, SIDE_BY_SIDE, this.#validate, signal)) {
        done += 1;
        this.#show('checking', done, of);
      }
      this.#show('nothing');
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  setCell(row: ListRow, index: number, text: string): void {
    const cells = row.cells.with(index, text);
    this.#lines = this.#lines.with(row.line - 1, cells);
    const [header = []] = this.#lines.filter((line) => line.some((cell) => cell.trim() !== ''));
    const [again] = readList(this.name, [header, cells], this.shown.schema, this.#answers).rows;
    const { number, line } = row;
    const rows = this.read.value.rows.map((one) =>
      one.number === number ? { ...row, data: {}, faults: [], cells, ...again, number, line } : one,
    );
    this.read.value = { ...this.read.value, rows };
    this.#keep();
    void this.check();
  }

  /** Says how a column is read. */
  answer(path: string, reading: Reading): void {
    this.#answers = { ...this.#answers, [path]: reading };
    this.read.value = readList(this.name, this.#lines, this.shown.schema, this.#answers);
    this.#keep();
    void this.check();
  }

  /** Ends the making; what is made can be saved. */
  cancel(): void {
    this.#making?.abort();
  }

  close(): void {
    forget('list');
    this.#checking.abort();
    this.cancel();
  }

  /** Makes the documents of all rows without faults. @returns the files; undefined when it was cancelled */
  async make(formats: readonly DocumentFormat[]): Promise<readonly MadeFile[] | undefined> {
    const making = new AbortController();
    this.#making = making;
    const { signal } = making;
    const ready = this.read.value.rows.filter(({ number }) => isReady(this.#states.get(number)));
    const wanted = ready.flatMap((row) => formats.map((format) => ({ row, format })));
    const files: MadeFile[] = [];
    this.said.value = '';
    this.finished.value = [];
    const makeOne = ({ row, format }: (typeof wanted)[number]) => this.#make(row, format, signal);
    try {
      for await (const file of sideBySide(wanted, SIDE_BY_SIDE, makeOne, signal)) {
        if (file !== undefined) files.push(file);
        this.#show('making', files.length, wanted.length);
      }
      const failed = wanted.length - files.length;
      this.said.value = failed > 0 ? `${failed} could not be made: see the rows.` : '';
      return files;
    } catch (error) {
      if (!signal.aborted) this.said.value = `Not saved: ${(error as Error).message}`;
      else if (files.length === 0) this.said.value = 'Cancelled. Nothing was saved.';
      else this.said.value = `Cancelled. ${files.length} of ${wanted.length} were made.`;
      this.finished.value = files;
      return undefined;
    } finally {
      this.#show('nothing');
    }
  }

  async #make(row: ListRow, format: DocumentFormat, signal: AbortSignal): Promise<MadeFile | undefined> {
    const outcome = await this.#ask('generate', { format, data: this.dataOf(row) }, signal);
    if (outcome.kind === 'refused') {
      this.#states.set(row.number, faultyBy(outcome));
      return undefined;
    }
    const input = await outcome.response.blob();
    this.#states.set(row.number, { kind: 'made' });
    const name = this.names.value.of.get(row.number) ?? String(row.number);
    return { name: `${name}.${format}`, lastModified: new Date(), input };
  }

  /** A row that was corrected in the form has no fault of its cells. */
  #judge(row: ListRow): void {
    const data = rowDraft(row.number) ?? row.data;
    if (this.#checked.get(row.number) === data) return;
    this.#checked.set(row.number, data);
    const faults = data === row.data ? row.faults : [];
    this.#states.set(row.number, faults.length > 0 ? { kind: 'faulty', faults } : UNCHECKED);
  }

  readonly #validate = async (row: ListRow, signal: AbortSignal): Promise<void> => {
    const outcome = await this.#ask('validate', { format: 'pdf', data: this.dataOf(row) }, signal);
    const blanks = outcome.kind === 'done' ? (await readFindings(outcome, {})).blanks : NOTHING.blanks;
    this.#states.set(
      row.number,
      outcome.kind === 'done' ? { kind: 'fine', blanks: blanks.length } : faultyBy(outcome),
    );
  };

  /** Sends a request until the service takes it; one whose key has ended waits for another. */
  #ask(what: 'generate' | 'validate', fields: object, signal: AbortSignal): Promise<Answered> {
    const { body } = this.shown;
    const chosen = { embedData: WHEN_UNSET.embedData, ...options.value, fileName: undefined };
    const sent = withMoment({ ...body, options: chosen, ...fields });
    return askWithAnyKey('list', () => ask(`/api/v1/documents/${what}`, sent, signal), signal);
  }

  /** What begins and what ends is shown at once. */
  #show(doing: Progress['doing'], done = 0, of = 0): void {
    const isOngoing = done > 0 && doing === this.progress.value.doing;
    if (isOngoing && performance.now() - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = performance.now();
    this.progress.value = { doing, done, of };
    this.states.value = new Map(this.#states);
  }

  #keep(): void {
    const { templateId } = this.shown.body;
    const list: KeptList = {
      name: this.name,
      lines: this.#lines,
      answers: this.#answers,
      pattern: this.#pattern.value,
    };
    keep(nameKept(templateId), list);
  }

  /** @throws Error that tells the person why the file is no list; the signal's reason */
  static async open(shown: Opened, file: File, signal: AbortSignal): Promise<Job> {
    const opened = { name: file.name, lines: await readLines(file), answers: {}, pattern: '' };
    signal.throwIfAborted();
    const job = new Job(shown, opened);
    forgetRows();
    job.#keep();
    return job;
  }

  /** The list that was open before a reload. */
  static again(shown: Opened): Job | undefined {
    const list = kept<KeptList>(nameKept(shown.body.templateId));
    return list && new Job(shown, list);
  }
}

export function isReady(state: RowState | undefined): boolean {
  return state?.kind === 'fine' || state?.kind === 'made';
}

function faultyBy({ refusal }: Extract<Answered, { kind: 'refused' }>): RowState {
  return { kind: 'faulty', faults: wrongIn(refusal) };
}

function nameKept(template: string): string {
  return `${LIST}${template}`;
}

/** The list of the document that is shown. */
export const job = signal<Job | undefined>(undefined);

/** The list that is open, also of before a reload; undefined when there is none. */
export function jobOf(shown: Opened): Job | undefined {
  const isOpen = job.value?.shown === shown && job.value.companyId === companyId.value;
  if (!isOpen) {
    job.value?.close();
    job.value = Job.again(shown);
  }
  return job.value;
}
