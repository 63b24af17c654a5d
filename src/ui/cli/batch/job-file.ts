import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import { isFields } from '../../../lib/paths.ts';
import type { Reading } from '../../rows/cells.ts';
import { CommandFailure } from '../failure.ts';
import { fileFailure } from '../settings.ts';

/** What all files of a folder are made of and with, kept in its `batch.json`. */
export interface Job {
  /** SHA-256 of the rows, in hexadecimal. */
  readonly input: string;
  readonly templateId: string;
  readonly version: string;
  readonly custom: boolean;
  readonly format: DocumentFormat | 'both';
  /** How cells were read that can be read in two ways; null: not. */
  readonly dates: Reading['dates'] | null;
  readonly decimal: Reading['decimal'] | null;
  /** Pattern of the files' names; null: by the rows' numbers. */
  readonly name: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  /** The moment that every file names as its making. */
  readonly at: string;
}

const FILE = 'batch.json';

const NAMES: Readonly<Record<keyof Job, string>> = {
  input: 'another --data',
  templateId: 'another template',
  version: 'another --template-version',
  custom: 'another choice of --custom',
  format: 'another --format',
  dates: 'another --dates',
  decimal: 'another --decimal',
  name: 'another --name',
  options: 'other options',
  at: 'another --at',
};

/** @returns undefined when a text is not JSON of an object: it was changed by hand, or cut off by a full disk */
export function parseObject<Value extends object>(text: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns the job of a folder; undefined when nothing was made there @throws CommandFailure */
export async function readJob(folder: string): Promise<Job | undefined> {
  const file = path.join(folder, FILE);
  const json = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw fileFailure(file, 'read', error);
  });
  if (json === undefined || json === '') return undefined;
  const job = parseObject<Job>(json);
  if (job !== undefined) return job;
  throw new CommandFailure(
    'wrongUsage',
    `${file} is not JSON of an object; choose another folder with --out`,
  );
}

/**
 * Begins a job in a folder, which is created, unless another shard has begun it at the same moment.
 * @returns the job of the folder
 * @throws CommandFailure
 */
export async function beginJob(folder: string, job: Job): Promise<Job> {
  const file = path.join(folder, FILE);
  // Processes of different pods have equal ids.
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, `${JSON.stringify(job, null, 2)}\n`);
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      // Some file systems have no hard links. There another shard may find the file a moment before its content.
      if (error.code !== 'EEXIST') await copyFile(draft, file, constants.COPYFILE_EXCL).catch(unlessThere);
    });
  } catch (cause) {
    throw fileFailure(folder, 'written', cause);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
  for (let tries = 0; tries < 50; tries += 1) {
    const begun = await readJob(folder);
    if (begun !== undefined) return begun;
    await pause(20);
  }
  throw new CommandFailure('wrongUsage', `${file} is empty; remove it`);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/**
 * @param wanted what this run was asked for; undefined fields are those of the first run
 * @throws CommandFailure when the files of the folder are made of something else
 */
export function checkSame(folder: string, kept: Job, wanted: Partial<Job>): void {
  const differing = (Object.keys(NAMES) as (keyof Job)[]).filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(kept[field]),
  );
  if (differing.length > 0)
    throw new CommandFailure(
      'wrongUsage',
      `${folder} has files made with ${differing.map((field) => NAMES[field]).join(' and ')}, as its ${FILE} says. ` +
        'Choose another folder with --out, or repeat the command as it was.',
    );
}
