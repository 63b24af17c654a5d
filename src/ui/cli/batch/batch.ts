import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sideBySide } from '../../../../clients/typescript/src/side-by-side.ts';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import type { Row, RowFault, RowPlace } from '../../rows/row.ts';
import { checkOptions, faultsOf } from './check-rows.ts';
import type { NameOf } from './file-names.ts';
import type { Input } from './input.ts';
import type { Job } from './job-file.ts';
import { isThere, makeFile } from './make-file.ts';
import { Manifest, manifestFile } from './manifest.ts';
import { PatientCaller } from './patient.ts';
import { Progress } from './progress.ts';

export interface Shard {
  readonly index: number;
  readonly of: number;
}

interface BatchOptions {
  readonly folder: string;
  readonly job: Job;
  readonly input: Input;
  /** Begins the names of one pass over the rows. */
  readonly names: () => NameOf;
  readonly shard: Shard | undefined;
  readonly concurrency: number;
  readonly strict: boolean;
  readonly key: string;
}

export interface Findings {
  readonly rows: number;
  /** The first of them, in the order of the rows. */
  readonly faults: readonly RowFault[];
  readonly faulty: ReadonlySet<number>;
}

export interface PlannedFile extends RowPlace {
  readonly format: DocumentFormat;
  readonly file: string;
}

interface NamedRow extends Row {
  /** Without extension. */
  readonly name: string;
}

/** More than anybody reads. */
const MAX_FAULTS = 1_000;

const FORMATS: Readonly<Record<Job['format'], readonly DocumentFormat[]>> = {
  pdf: ['pdf'],
  docx: ['docx'],
  both: ['pdf', 'docx'],
};

/**
 * The files of a folder, one a row and format of an input. The input is read row by row in each pass, so that memory
 * does not grow with it. Every method throws CommandFailure.
 */
export class Batch {
  readonly #options: BatchOptions;
  readonly #formats: readonly DocumentFormat[];
  readonly #body: object;
  readonly #caller: PatientCaller;
  /** `<row> <format>` of the files that an earlier run has made. */
  readonly #kept = new Set<string>();

  constructor(options: BatchOptions) {
    this.#options = options;
    const { templateId, version, custom, format, options: look, at } = options.job;
    this.#formats = FORMATS[format];
    this.#body = { templateId, version, custom, strict: options.strict, options: { ...look, at } };
    this.#caller = new PatientCaller(options.key);
  }

  get kept(): number {
    return this.#kept.size;
  }

  /** Opens the manifest, and finds what an earlier run has made and is still there. */
  async openManifest(): Promise<Manifest> {
    const { folder, shard } = this.#options;
    await this.#removeDrafts();
    const manifest = await Manifest.open(manifestFile(folder, shard));
    await this.#each(this.#rows(), async ({ number, name }) => {
      for (const format of this.#formats) {
        const sha256 = manifest.madeOf(number, format);
        if (sha256 === undefined || !(await isThere(this.#fileOf(name, format), sha256))) continue;
        this.#kept.add(`${number} ${format}`);
      }
    });
    return manifest;
  }

  /** The files of the rows without faults, in the order of the rows. */
  async *planned({ faulty }: Findings): AsyncGenerator<PlannedFile> {
    for await (const { number, line, name } of this.#rows())
      for (const format of faulty.has(number) ? [] : this.#formats)
        yield { row: number, line, format, file: `${name}.${format}` };
  }

  async check(): Promise<Findings> {
    const faults: RowFault[] = [];
    const faulty = new Set<number>();
    for (const format of this.#formats) await checkOptions(this.#caller, { ...this.#body, format });
    const rows = await this.#count();
    const progress = this.#progress('Checked', rows);
    await this.#each(this.#rows(), async (row, signal) => {
      // Both formats have the same data.
      const format = this.#formats.find((one) => !this.#kept.has(`${row.number} ${one}`));
      const found =
        format === undefined ? [] : await faultsOf(this.#caller, row, { ...this.#body, format }, signal);
      if (found.length > 0) faulty.add(row.number);
      if (faults.length < MAX_FAULTS) faults.push(...found);
      progress.step();
    }).finally(() => progress.end());
    faults.sort((one, other) => one.row - other.row);
    return { rows, faults, faulty };
  }

  /**
   * Makes the files of the rows that have no faults.
   * @returns how many were made and failed
   */
  async make(
    manifest: Manifest,
    { rows, faulty, faults }: Findings,
  ): Promise<{ made: number; failed: number }> {
    let made = 0;
    let failed = 0;
    const progress = this.#progress('Made', rows * this.#formats.length);
    const wanted = async (row: NamedRow, format: DocumentFormat, draft: string, signal: AbortSignal) => {
      if (this.#kept.has(`${row.number} ${format}`)) return progress.skip();
      const line = faulty.has(row.number)
        ? { row: row.number, line: row.line, format, error: reasonOf(faults, row.number) }
        : await makeFile(
            this.#caller,
            {
              ...{ row: row.number, line: row.line, format, file: this.#fileOf(row.name, format), draft },
              body: { ...this.#body, format, data: row.data },
            },
            signal,
          );
      await manifest.add(line);
      progress.step();
      if ('error' in line) failed += 1;
      else made += 1;
    };
    const drafts = this.#drafts();
    await this.#each(this.#rows(), async (row, signal) => {
      const draft = drafts.pop() ?? '';
      try {
        for (const format of this.#formats) await wanted(row, format, draft, signal);
      } finally {
        drafts.push(draft);
      }
    }).finally(() => progress.end());
    return { made, failed };
  }

  /** The rows of this shard with their names, which are given over all rows. */
  async *#rows(): AsyncGenerator<NamedRow> {
    const { input, names, shard } = this.#options;
    const nameOf = names();
    for await (const row of input.rows()) {
      const name = nameOf(row.number, row.data);
      if (shard !== undefined && row.number % shard.of !== shard.index) continue;
      const lacking = {
        ...{ row: row.number, line: row.line },
        field: '',
        message: 'lacks a field that --name puts into the name of the file',
      };
      yield name === undefined ? { ...row, name: '', faults: [...row.faults, lacking] } : { ...row, name };
    }
  }

  async #count(): Promise<number> {
    let count = 0;
    for await (const _row of this.#rows()) count += 1;
    return count;
  }

  async #each(
    rows: AsyncIterable<NamedRow>,
    work: (row: NamedRow, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    for await (const _done of sideBySide(rows, this.#options.concurrency, work));
  }

  #progress(what: string, total: number): Progress {
    return new Progress({ what, total, waiting: () => this.#caller.waiting });
  }

  #fileOf(name: string, format: DocumentFormat): string {
    return path.join(this.#options.folder, `${name}.${format}`);
  }

  /** The beginning of the names of this shard's files while they are written. */
  get #draftName(): string {
    const { shard } = this.#options;
    return shard === undefined ? '.part-' : `.part-${shard.index}-of-${shard.of}-`;
  }

  #drafts(): string[] {
    const { folder, concurrency } = this.#options;
    return Array.from({ length: concurrency }, (_, index) => path.join(folder, `${this.#draftName}${index}`));
  }

  /** Removes what a killed run has left half written. */
  async #removeDrafts(): Promise<void> {
    const { folder } = this.#options;
    for (const file of await readdir(folder))
      if (file.startsWith(this.#draftName)) await rm(path.join(folder, file), { force: true });
  }
}

function reasonOf(faults: readonly RowFault[], number: number): string {
  const found = faults.filter(({ row }) => row === number);
  return found.map(({ field, message }) => `${field} ${message}`.trim()).join('; ') || 'the row has faults';
}
