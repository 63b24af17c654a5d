import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { PART_FOLDERS } from '../../lib/part-folders.ts';
import type { SourceFault } from '../../lib/source-fault.ts';
import { unreadable } from './source-faults.ts';

/** The folders that hold something other than versions of a template. */
const SHARED = {
  'templates-html': ['fonts', ...PART_FOLDERS, 'reports'],
  schemas: ['shared'],
} as const;

const EXTENSION = { 'templates-html': '.njk', schemas: '.ts' } as const;

type Folder = keyof typeof SHARED;

/** Lower-case letters and digits in groups joined by single hyphens. */
export const TEMPLATE_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Temporary files of editors and file managers. */
const LEFT_BEHIND = /^\.|~$|^#.*#$/;

interface FoundKeys {
  /** `<templateId>/<version>` of every template that has a text and a schema. */
  readonly keys: readonly string[];
  readonly faults: readonly SourceFault[];
}

/**
 * Finds the texts and schemas of all templates. Any other file in these folders is a fault.
 * @param root the folder of templates-html/ and schemas/
 */
export async function findTemplateKeys(root: string): Promise<FoundKeys> {
  const [texts, schemas] = await Promise.all([read(root, 'templates-html'), read(root, 'schemas')]);
  /** Nothing is reported as missing from a folder that cannot be read. */
  const lacking = (here: Found, there: Found, folder: Folder) =>
    [...here.keys.difference(there.keys)].filter(
      (key) => !there.faults.some(({ file }) => `${folder}/${key}`.startsWith(`${file}/`)),
    );
  return {
    keys: [...texts.keys.intersection(schemas.keys)],
    faults: [
      ...texts.faults,
      ...schemas.faults,
      ...lacking(texts, schemas, 'schemas').map((key) => ({
        file: `templates-html/${key}.njk`,
        reason: `this text has no schema; add schemas/${key}.ts`,
      })),
      ...lacking(schemas, texts, 'templates-html').map((key) => ({
        file: `schemas/${key}.ts`,
        reason: `this schema has no text; add templates-html/${key}.njk`,
      })),
    ],
  };
}

interface Found {
  readonly keys: Set<string>;
  readonly faults: SourceFault[];
}

async function read(root: string, folder: Folder): Promise<Found> {
  const { keys, faults }: Found = { keys: new Set(), faults: [] };
  for (const { name: templateId } of (await list(root, folder, faults)).filter((one) => one.isDirectory())) {
    const file = `${folder}/${templateId}`;
    if ((SHARED[folder] as readonly string[]).includes(templateId)) continue;
    if (!TEMPLATE_ID.test(templateId))
      faults.push({ file, reason: 'a template’s folder has a name such as loan-note; rename it' });
    for (const entry of await list(root, file, faults)) {
      const reason = refuseName(entry, folder);
      if (reason !== undefined) faults.push({ file: `${file}/${entry.name}`, reason });
      else if (entry.name.endsWith(EXTENSION[folder]))
        keys.add(`${templateId}/${entry.name.slice(0, -EXTENSION[folder].length)}`);
    }
  }
  return { keys, faults };
}

function refuseName(entry: Dirent, folder: Folder): string | undefined {
  const extension = EXTENSION[folder];
  if (folder === 'schemas' && entry.isFile() && entry.name.endsWith('.json')) return undefined;
  const version = entry.name.slice(0, -extension.length);
  if (entry.name.endsWith(extension) && semver.valid(version) === version) return undefined;
  const beside = folder === 'schemas' ? ', and samples of data as sample.json' : '';
  return `files here are named for a version, as 1.0.0${extension}${beside}; rename it, or move it elsewhere`;
}

async function list(root: string, folder: string, faults: SourceFault[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true });
    return entries.filter(({ name }) => !LEFT_BEHIND.test(name));
  } catch (error) {
    faults.push(unreadable(folder, error));
    return [];
  }
}
