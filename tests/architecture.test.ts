import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = globSync('src/**/*.ts', { cwd: ROOT }).map((file) => file.split(path.sep).join('/'));

/**
 * Room of `src/` → the rooms that it may know: data goes one way, from HTTP to the reply. What prints, converts,
 * renders or stores knows neither Fastify nor its neighbours.
 */
const KNOWS: Readonly<Record<string, readonly string[]>> = {
  cli: [],
  docx: ['html'],
  documents: ['errors.ts', 'language', 'pdf', 'pool', 'render', 'templates'],
  html: [],
  http: ['config.ts', 'documents', 'errors.ts', 'store', 'templates', 'validation'],
  language: ['html'],
  pdf: ['pool', 'processes'],
  pool: [],
  preview: ['config.ts', 'language', 'pdf', 'render', 'templates', 'validation'],
  processes: [],
  render: ['docx', 'html', 'language', 'pool', 'processes'],
  store: ['errors.ts'],
  templates: ['errors.ts', 'validation'],
  validation: ['errors.ts'],
};

const source = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

function importsOf(file: string): string[] {
  return [...source(file).matchAll(/^(?:import|export)[^;]*? from '([^']+)'/gm)].map(([, name = '']) => name);
}

/** `src/pdf/launch.ts` → `pdf`; a file that lies in `src/` itself is its own room. */
function roomOf(file: string): string {
  return file.split('/')[1] ?? '';
}

test('every room knows only the rooms that it may', () => {
  const strangers = FILES.flatMap((file) => {
    const room = roomOf(file);
    const known = KNOWS[room];
    if (known === undefined) return [];
    return importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => path.posix.join(path.posix.dirname(file), name))
      .filter((imported) => imported.startsWith('src/') && roomOf(imported) !== room)
      .filter((imported) => !known.includes(roomOf(imported)))
      .map((imported) => `${file} imports ${imported}`);
  });
  expect(strangers).toEqual([]);
});

test('every folder of src is in the table', () => {
  const folders = new Set(FILES.map(roomOf).filter((room) => !room.endsWith('.ts')));
  expect([...folders].sort()).toEqual(Object.keys(KNOWS).sort());
});

test('only src/http, and the file that wires, know Fastify', () => {
  const knowing = FILES.filter((file) => importsOf(file).some((name) => /^@?fastify\b/.test(name)));
  expect(knowing.filter((file) => file !== 'src/app.ts' && roomOf(file) !== 'http')).toEqual([]);
});

test('only the entry points read the environment', () => {
  const reading = FILES.filter((file) => /process\.env\b(?!`)/.test(source(file)));
  expect(
    reading.filter(
      (file) => !['src/serve.ts', 'src/preview/main.ts'].includes(file) && roomOf(file) !== 'cli',
    ),
  ).toEqual([]);
});
