/**
 * A template in a folder that has its id as name: text.njk, the shared parts of its own in parts/, and of a template that the
 * catalogue lacks schema.json, sample.json, and template.json with title and kind.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OwnText } from '../../../schemas/overrides.ts';
import { readData } from './data.ts';
import { CommandFailure } from './failure.ts';
import { readParts } from './parts.ts';
import { fileFailure, readText } from './settings.ts';

const TEXT = 'text.njk';
const PARTS = 'parts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of the body that are a file each. */
const DATA = ['schema', 'sample'] as const;

export function templateIdOf(folder: string): string {
  return path.basename(path.resolve(folder));
}

/** @throws CommandFailure when a file cannot be read, or is not JSON */
export async function readFolder(folder: string): Promise<OwnText> {
  const text = await readText(path.join(folder, TEXT));
  const fields = await Promise.all(
    DATA.map(async (name) => [name, await readJson(path.join(folder, `${name}.json`))] as const),
  );
  const parts = path.join(folder, PARTS);
  const { title, kind } = ((await readJson(path.join(folder, 'template.json'))) ?? {}) as Fields;
  return {
    ...{ text, title, kind, ...Object.fromEntries(fields) },
    ...(existsSync(parts) && { parts: await readParts(parts) }),
  } as OwnText;
}

/** @throws CommandFailure when a file is there already, or cannot be written */
export async function writeFolder(folder: string, own: OwnText): Promise<void> {
  const { text, title, kind, parts = {} } = own;
  const files = [
    [TEXT, text],
    ...(title === undefined ? [] : [['template.json', json({ title, kind })]]),
    ...DATA.flatMap((name) => (own[name] === undefined ? [] : [[`${name}.json`, json(own[name])]])),
    ...Object.entries(parts).map(([name, part]) => [path.join(PARTS, checkedName(name)), part]),
  ] as const;
  for (const [name = '', content = ''] of files) {
    const file = path.join(folder, name);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content, { flag: 'wx' });
    } catch (cause) {
      throw fileFailure(file, 'written', cause);
    }
  }
}

/** "schema.json: properties.x.type: …", "text.njk:3:5: …": a fault of what was read from the folder, as compilers tell it. */
export function placeInFolder(
  folder: string,
  { message, part, line, column }: { message: string; part?: string; line?: number; column?: number },
): string {
  const [, field] = /^(schema|sample|title|kind)[.:[]/.exec(line === undefined ? message : '') ?? [];
  const place = [path.join(folder, fileOf(field, part)), ...(line === undefined ? [] : [line, column])].join(
    ':',
  );
  return `${place}: ${message}`;
}

/** @param field of the body, if the fault is in one */
function fileOf(field: string | undefined, part: string | undefined): string {
  if (field === undefined) return part ? path.join(PARTS, part) : TEXT;
  return field === 'schema' || field === 'sample' ? `${field}.json` : 'template.json';
}

async function readJson(file: string): Promise<unknown> {
  return existsSync(file) ? readData(file) : undefined;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A name that a service sent leads nowhere else. */
function checkedName(name: string): string {
  if (/^(?:[\w-]+\/)+[\w-]+\.njk$/.test(name)) return name;
  throw new CommandFailure('refused', `The service sent a part of the name ${JSON.stringify(name)}`);
}
