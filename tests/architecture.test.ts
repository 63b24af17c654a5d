import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).map((file) => file.split(path.sep).join('/'));
const FILES = filesOf('src');
const SCHEMAS = filesOf('schemas');

/**
 * Room of `src/` → the rooms that it may import from. A room is a folder of `src/` or a file in `src/` itself. Data
 * flows in one direction, from the request to the response: code that prints, converts, renders or stores imports
 * neither Fastify nor other such code. The files that start a process or connect the parts (`WIRING`) may import from
 * every room.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: ['paths.ts', 'rows'],
  'config.ts': ['environment'],
  document: ['html', 'language'],
  docx: ['document', 'html'],
  documents: [
    'document',
    'environment',
    'errors.ts',
    'html',
    'language',
    'paths.ts',
    'pdf',
    'pool',
    'render',
    'returned',
    'seal',
    'templates',
    'validation',
    'warnings',
  ],
  environment: [],
  'errors.ts': [],
  'first-steps.ts': [],
  html: [],
  http: [
    'config.ts',
    'documents',
    'errors.ts',
    'look',
    'store',
    'studio',
    'templates',
    'validation',
    'warnings',
  ],
  language: ['html'],
  'listen.ts': [],
  'log.ts': ['config.ts'],
  look: [],
  'paths.ts': [],
  pdf: ['document', 'html', 'pool', 'processes'],
  pool: ['processes'],
  preview: ['config.ts', 'errors.ts', 'http', 'language', 'render', 'templates', 'validation'],
  processes: [],
  render: ['document', 'docx', 'environment', 'html', 'language', 'pool', 'processes', 'returned', 'seal'],
  returned: ['document', 'docx', 'html', 'language', 'paths.ts'],
  rows: ['paths.ts'],
  seal: [],
  store: ['errors.ts'],
  studio: ['paths.ts', 'rows'],
  templates: ['errors.ts', 'validation'],
  validation: ['errors.ts'],
  warnings: ['validation'],
};

/**
 * Room → its doors: the files that other rooms may import. The head of each door says what it takes and gives.
 */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  cli: [],
  document: [
    'field-table.ts',
    'form-link.ts',
    'labels.ts',
    'letterhead.ts',
    'make-document.ts',
    'margins.ts',
    'model.ts',
    'numbering.ts',
  ],
  documents: [
    'check-profile.ts',
    'compare.ts',
    'envelope.ts',
    'generate.ts',
    'logo-drawings.ts',
    'own-texts/publish.ts',
    'own-texts/text-watch.ts',
    'preview.ts',
    'read.ts',
    'seal.ts',
    'trail.ts',
    'validate.ts',
  ],
  docx: [
    'controls-of.ts',
    'convert.ts',
    'lost-text.ts',
    'model/model.ts',
    'model/revision.ts',
    'redline/align.ts',
  ],
  environment: ['fingerprint.ts', 'misspelt-variables.ts', 'secret-files.ts'],
  html: [
    'allowed/allow-list.ts',
    'character-width.ts',
    'document-fault.ts',
    'parse.ts',
    'picture-size.ts',
    'tree.ts',
    'xml-text.ts',
  ],
  http: ['local/local-files.ts'],
  language: ['given.ts', 'lint/lint.ts', 'load-template.ts', 'render-template.ts', 'template-error.ts'],
  look: ['look.ts'],
  pdf: ['fonts.ts', 'printer.ts'],
  pool: ['errors.ts', 'job.ts', 'pool.ts', 'queue.ts', 'watch.ts', 'wear.ts'],
  preview: [],
  processes: [
    'jail.ts',
    'limit-cpu-time.ts',
    'limit-memory.ts',
    'spawn-group.ts',
    'subordinate.ts',
    'vitals.ts',
  ],
  render: ['draw-logo.ts', 'render-process.ts', 'renderer.ts'],
  rows: ['columns.ts', 'csv-form.ts', 'published-schema.ts', 'row.ts', 'titles.ts'],
  returned: ['read.ts', 'unreadable.ts'],
  seal: ['complete.ts', 'prepare.ts', 'refusal.ts'],
  store: [
    'accounts/api-keys.ts',
    'accounts/companies.ts',
    'accounts/profiles.ts',
    'database/database.ts',
    'database/open-database.ts',
    'database/ping.ts',
    'database/unavailable.ts',
    'overrides/overrides.ts',
    'trail/trail-reader.ts',
  ],
  studio: ['bundle.ts'],
  templates: [
    'cases.ts',
    'catalogue.ts',
    'custom.ts',
    'known-good.ts',
    'minimal-data.ts',
    'own-parts.ts',
    'publish-schema.ts',
    'read-template.ts',
    'resolve.ts',
    'sample-faults.ts',
    'source-faults.ts',
    'template-keys.ts',
    'text-digest.ts',
    'unreadable-parts.ts',
    'validate-data.ts',
  ],
  validation: [
    'accept.ts',
    'body-limits.ts',
    'json-fault.ts',
    'path.ts',
    'unknown-keys.ts',
    'usable-part.ts',
    'validator.ts',
  ],
  warnings: ['font-coverage.ts', 'unknown-fields.ts', 'value-warnings.ts'],
};

const WIRING = [
  'app.ts',
  'check-own-texts.ts',
  'check.ts',
  'demo.ts',
  'local-app.ts',
  'main.ts',
  'migrate.ts',
  'resources.ts',
  'serve.ts',
  'shut-down.ts',
  'start-preview.ts',
];

const source = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** @returns the imported names; for files of the project, their paths from the root */
function importsOf(file: string): string[] {
  const imports = source(file).matchAll(/^(?:import|export)[^;']*'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...imports]
    .map(([, declared, dynamic]) => declared ?? dynamic ?? '')
    .map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
}

/** @returns the files of `src/` that Node loads together with this one, so neither types nor `import()` */
function loadedWith(file: string): string[] {
  const loads = source(file).matchAll(/^(?:import|export)(?! type\b)[^;']*'(\.[^']+)'/gm);
  return [...loads].map(([, name = '']) => path.posix.join(path.posix.dirname(file), name));
}

/** `src/pdf/launch.ts` → `pdf`, `src/app.ts` → `app.ts` */
function roomOf(file: string): string {
  return file.split('/')[1] ?? '';
}

test('every folder of src imports only from the folders that it may', () => {
  const forbidden = FILES.filter((file) => !WIRING.includes(roomOf(file))).flatMap((file) => {
    const allowed = MAY_IMPORT[roomOf(file)] ?? [];
    return importsOf(file)
      .filter((name) => name.startsWith('src/') && roomOf(name) !== roomOf(file))
      .filter((name) => !allowed.includes(roomOf(name)))
      .map((name) => `${file} imports ${name}`);
  });
  expect(forbidden).toEqual([]);
});

test('the table of doors has every folder of src', () => {
  const rooms = globSync('src/*/', { cwd: ROOT }).map((folder) => path.basename(folder));
  expect(Object.keys(DOORS).sort()).toEqual(rooms.sort());
});

test('a room imports only the doors of another', () => {
  const forbidden = FILES.filter((file) => !WIRING.includes(roomOf(file))).flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('src/') && roomOf(name) !== roomOf(file))
      .filter((name) => DOORS[roomOf(name)]?.includes(name.split('/').slice(2).join('/')) === false)
      .map((name) => `${file} imports ${name}`),
  );
  expect(forbidden).toEqual([]);
});

test('schemas import nothing of src', () => {
  const forbidden = SCHEMAS.flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('src/'))
      .map((name) => `${file} imports ${name}`),
  );
  expect(forbidden).toEqual([]);
});

test('the tables have every folder of src and nothing else', () => {
  const rooms = new Set(FILES.map(roomOf));
  expect([...rooms].sort()).toEqual([...Object.keys(MAY_IMPORT), ...WIRING].sort());
});

test('the map has every room and every file of src', () => {
  const map = source('docs/architecture.md');
  const entries = new Set(globSync('src/*', { cwd: ROOT }).map((entry) => path.basename(entry)));
  expect([...entries].filter((entry) => !map.includes(`\`${entry}\``))).toEqual([]);
});

test('the map names only files that exist', () => {
  const named = source('docs/architecture.md').matchAll(/`([a-z][\w-]*\/[\w/.-]+\.(?:ts|yml))`/g);
  const missing = [...named].filter(([, name = '']) =>
    [name, `src/${name}`].every((file) => !existsSync(path.join(ROOT, file))),
  );
  expect(missing.map(([, name]) => name)).toEqual([]);
});

/** A scope holds the blocks of templates, and a block runs in a scope: their types describe each other. */
const RECURSIVE = ['src/language/run.ts', 'src/language/scope.ts', 'src/language/template.ts'];

test('no imports are circular, of types neither', () => {
  const imports = new Map(
    [...FILES, ...SCHEMAS].map((file) => [
      file,
      importsOf(file).filter((name) => !RECURSIVE.includes(file) || !RECURSIVE.includes(name)),
    ]),
  );
  expect([...imports.keys()].flatMap((file) => circleThrough(file, imports))).toEqual([]);
});

/** @returns the shortest circular import of a file, as `a → b → a`; an empty list if there is none */
function circleThrough(start: string, loads: ReadonlyMap<string, readonly string[]>): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of loads.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [[...way, start].join(' → ')];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}

test('only src/http imports Fastify', () => {
  const importing = FILES.filter((file) => importsOf(file).some((name) => /^@?fastify\b/.test(name)));
  expect(importing.filter((file) => roomOf(file) !== 'http')).toEqual([]);
});

test('src and schemas import no package that `npm ci --omit=dev` leaves out', () => {
  const { devDependencies } = JSON.parse(source('package.json')) as { devDependencies: object };
  const leftOut = Object.keys(devDependencies);
  const imported = [...FILES, ...SCHEMAS].flatMap((file) => importsOf(file).map((name) => ({ file, name })));
  expect(
    imported.filter(({ name }) => leftOut.some((left) => name === left || name.startsWith(`${left}/`))),
  ).toEqual([]);
});

test('only src/http/traces.ts loads OpenTelemetry, and only `import()` loads that file', () => {
  const TRACES = 'src/http/traces.ts';
  const importing = FILES.filter((file) =>
    importsOf(file).some((name) => name.startsWith('@opentelemetry/')),
  );
  expect(importing).toEqual([TRACES]);
  expect(FILES.filter((file) => loadedWith(file).includes(TRACES))).toEqual([]);
});

test('only the entry points read the environment', () => {
  const reading = FILES.filter((file) => /process\.env\b(?!`)/.test(source(file)));
  expect(
    reading.filter(
      (file) =>
        !['src/main.ts', 'src/migrate.ts', 'src/start-preview.ts'].includes(file) && roomOf(file) !== 'cli',
    ),
  ).toEqual([]);
});
