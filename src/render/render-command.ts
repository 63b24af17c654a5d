import { realpathSync } from 'node:fs';
import path from 'node:path';
import { SOLITARY_JAIL } from '../workers/processes/jail.ts';
import { limitMemory, SUBORDINATE } from '../workers/processes/subordinate.ts';

export const APP_DIRECTORY = path.join(import.meta.dirname, '..', '..');

/** The folder of the texts and their shared parts. */
export const TEMPLATES_DIRECTORY = path.join(APP_DIRECTORY, 'templates-html/');

export interface RenderCommandOptions {
  /** The folder that holds layouts/, partials/ and styles/. */
  readonly templatesDirectory: string;
  /** Heap limit of the child; a document that needs more ends the child. */
  readonly heapMegabytes?: number;
}

/** Measured: a warm child keeps 22 MB; a Word file of 40,000 plain items fits, and one of as many with styles of their own does not. */
const HEAP_MEGABYTES = 128;

/** Limit of private memory. Node reserves 575 of these before it runs anything (24.21; most of it is never touched). */
const MEBIBYTES = 896;

/**
 * The command of a render process. The process may read the code and the shared parts. Node's permissions deny it
 * writing, child processes, code from strings, and SQLite; in the jail it also has no network and can signal no
 * process.
 * @param jailed false only where `jailWorks` says so
 */
export function renderCommand(
  { templatesDirectory, heapMegabytes = HEAP_MEGABYTES }: RenderCommandOptions,
  jailed: boolean,
): readonly string[] {
  const folders = [
    ...['package.json', 'src', 'schemas/shared', 'node_modules'].map((name) =>
      path.join(APP_DIRECTORY, name),
    ),
    templatesDirectory,
  ];
  // For a symbolic link, Node asks for permission on both its own path and its target.
  const readable = new Set(folders.flatMap((folder) => [folder, realpathSync(folder)]));
  return [
    ...SUBORDINATE,
    ...(jailed ? SOLITARY_JAIL : []),
    ...limitMemory(MEBIBYTES),
    process.execPath,
    '--permission',
    ...[...readable].map((folder) => `--allow-fs-read=${folder}`),
    '--no-experimental-sqlite',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMegabytes}`,
    // A Word file makes some 10 MB of short-lived objects. With this nursery one takes 11 ms in place of 16, and half
    // the memory.
    '--max-semi-space-size=16',
    // V8 lets a heap of 17 MB grow by only 7 MB until it collects all of it: after every tenth Word file, which took a
    // fifth of the processor time. A hundred per cent is one in 40; the process takes 10 MB more.
    '--heap-growing-percent=100',
    // V8 would make the arrays of a parser in the old heap, since they live as long as the document. There they keep the
    // dead tree of each document until all of the heap is collected: a Word file then takes 1.2 times as long, HTML 1.4.
    '--no-allocation-site-pretenuring',
    // With threads for it, a job that fills its heap would take more than a core: beside files that use all their time,
    // another company had 0.34 of its PDFs a second, and has 0.53. Word files take as long.
    '--single-threaded-gc',
  ];
}
