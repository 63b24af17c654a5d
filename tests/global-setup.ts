import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/service/store/database/open-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of an embedded database with empty tables. */
    readonly emptyDatabase: string;
  }
}

/** Makes the embedded database once, because making it takes seconds; copying it is fast. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-empty-'));
  await (await openDatabase({ dataDir: folder })).close();
  project.provide('emptyDatabase', folder);
  return () => rm(folder, { recursive: true });
}
