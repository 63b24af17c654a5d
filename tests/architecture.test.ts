import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).map((file) => file.split(path.sep).join('/'));
const FILES = filesOf('src');
const SCHEMAS = filesOf('schemas');

/** The folders and files of `src/`, from the top down: each imports only from those below it. */
const ORDER = [
  'start',
  'service',
  'ui',
  'render',
  'received',
  'formats',
  'templating',
  'workers',
  'log.ts',
  'environment',
  'errors.ts',
  'lib',
];

/**
 * Room → the rooms, or folders of rooms, that it may import from. A room is a key of this table: a folder, or a file in
 * `src/` itself. Data flows in one direction, from the request to the response: code that prints, converts, renders or
 * stores imports neither Fastify nor other such code. The files of `start` connect the rooms and may import from each.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  environment: [],
  'errors.ts': [],
  'formats/document': ['lib', 'templating/html', 'templating/language'],
  'formats/docx': ['formats/document', 'lib', 'templating/html'],
  'formats/pdf': ['formats/document', 'lib', 'templating/html', 'workers'],
  lib: [],
  'log.ts': ['environment'],
  'received/returned': [
    'formats/document',
    'formats/docx',
    'lib',
    'received/seal',
    'templating/html',
    'templating/language',
  ],
  'received/seal': ['lib'],
  render: [
    'environment',
    'formats/document',
    'formats/docx',
    'lib',
    'received',
    'templating/html',
    'templating/language',
    'workers',
  ],
  'service/http': [
    'environment',
    'errors.ts',
    'lib',
    'service/store',
    'service/use-cases',
    'templating/templates',
    'templating/validation',
    'templating/warnings',
    'ui/look',
    'ui/studio',
  ],
  'service/store': ['errors.ts'],
  'service/use-cases': [
    'environment',
    'errors.ts',
    'formats/document',
    'formats/pdf',
    'lib',
    'received',
    'render',
    'templating',
    'workers/pool',
  ],
  'start/preview': ['environment', 'errors.ts', 'lib', 'render', 'service/http', 'templating'],
  'templating/html': [],
  'templating/language': ['lib', 'templating/html'],
  'templating/templates': ['errors.ts', 'lib', 'templating/validation'],
  'templating/validation': ['errors.ts', 'lib'],
  'templating/warnings': ['lib', 'templating/validation'],
  'ui/cli': ['lib', 'ui/rows'],
  'ui/look': [],
  'ui/rows': ['lib'],
  'ui/studio': ['lib', 'ui/rows'],
  'workers/pool': ['workers/processes'],
  'workers/processes': [],
};

/** Room → its doors: the files that other rooms may import. The head of each door says what it takes and gives. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  environment: [
    'config.ts',
    'fingerprint.ts',
    'longest-document.ts',
    'misspelt-variables.ts',
    'secret-files.ts',
  ],
  'formats/document': [
    'contents.ts',
    'draft.ts',
    'field-table.ts',
    'form-link.ts',
    'labels.ts',
    'letterhead.ts',
    'make-document.ts',
    'margins.ts',
    'model.ts',
    'numbering.ts',
    'text-tags.ts',
  ],
  'formats/docx': [
    'controls-of.ts',
    'convert.ts',
    'lost-text.ts',
    'model/model.ts',
    'model/revision.ts',
    'redline/align.ts',
    'redline/likeness.ts',
  ],
  'formats/pdf': ['fonts.ts', 'printer.ts'],
  lib: [
    'common-ends.ts',
    'country-name.ts',
    'currency-sign.ts',
    'day.ts',
    'differing-words.ts',
    'empty-template.ts',
    'field-name.ts',
    'field-rank.ts',
    'file-name.ts',
    'in-groups.ts',
    'moment.ts',
    'nearest.ts',
    'origin-table.ts',
    'part-folders.ts',
    'paths.ts',
    'pdf-string.ts',
    'reading-words.ts',
    'remembered.ts',
    'schema.ts',
    'source-fault.ts',
    'words-of.ts',
  ],
  'received/returned': ['bounds.ts', 'read.ts', 'unreadable.ts', 'values/values.ts'],
  'received/seal': ['complete.ts', 'der.ts', 'pdf/document.ts', 'pdf/values.ts', 'prepare.ts', 'refusal.ts'],
  render: ['draw-logo.ts', 'render-process.ts', 'renderer.ts'],
  'service/http': ['local/local-files.ts'],
  'service/store': [
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
  'service/use-cases': [
    'check-profile.ts',
    'company-side.ts',
    'compare.ts',
    'decoded-body.ts',
    'generate.ts',
    'logo-drawings.ts',
    'own-texts/publish.ts',
    'own-texts/text-watch.ts',
    'preview.ts',
    'read.ts',
    'seal.ts',
    'sent-request.ts',
    'trail.ts',
    'validate.ts',
  ],
  'start/preview': [],
  'templating/html': [
    'allowed/allow-list.ts',
    'character-width.ts',
    'document-fault.ts',
    'parse.ts',
    'picture-size.ts',
    'tree.ts',
    'xml-text.ts',
  ],
  'templating/language': [
    'given.ts',
    'origins.ts',
    'lint/lint.ts',
    'load-template.ts',
    'render-template.ts',
    'template-error.ts',
  ],
  'templating/templates': [
    'cases.ts',
    'catalogue.ts',
    'custom.ts',
    'known-good.ts',
    'minimal-data.ts',
    'own-parts.ts',
    'own/definition.ts',
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
  'templating/validation': [
    'accept.ts',
    'body-limits.ts',
    'path.ts',
    'scan-json.ts',
    'strip-unknown.ts',
    'unknown-keys.ts',
    'validator.ts',
  ],
  'templating/warnings': ['lib', 'font-coverage.ts', 'unknown-fields.ts', 'value-warnings.ts'],
  'ui/cli': [],
  'ui/look': ['look.ts'],
  'ui/rows': [
    'cells.ts',
    'columns.ts',
    'countries.ts',
    'csv-form.ts',
    'currencies.ts',
    'dates.ts',
    'numbers.ts',
    'published-schema.ts',
    'row.ts',
    'table.ts',
    'titles.ts',
  ],
  'ui/studio': ['bundle.ts'],
  'workers/pool': ['errors.ts', 'job.ts', 'pool.ts', 'queue.ts', 'watch.ts', 'wear.ts'],
  'workers/processes': ['jail.ts', 'spawn-group.ts', 'subordinate.ts', 'vitals.ts'],
};

const source = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** @returns the imported names; for files of the project, their paths from the root */
function importsOf(file: string): string[] {
  const imports = source(file).matchAll(
    /^(?:import|export)(?:[^;']* from)? '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...imports]
    .map(([, declared, dynamic]) => declared ?? dynamic ?? '')
    .map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
}

/** @returns the files of `src/` that Node loads together with this one, so neither types nor `import()` */
function loadedWith(file: string): string[] {
  const loads = source(file).matchAll(/^(?:import|export)(?! type\b)[^;']*'(\.[^']+)'/gm);
  return [...loads].map(([, name = '']) => path.posix.join(path.posix.dirname(file), name));
}

const ROOMS = Object.keys(MAY_IMPORT);
/** The files that connect the rooms. */
const isWiring = (file: string) => /^src\/start\/[^/]+$/.test(file);
const isIn = (file: string, place: string) => file === `src/${place}` || file.startsWith(`src/${place}/`);

/** `src/formats/pdf/launch.ts` → `formats/pdf`, `src/errors.ts` → `errors.ts`, `src/start/main.ts` → `start` */
function roomOf(file: string): string {
  return ROOMS.find((room) => isIn(file, room)) ?? file.split('/')[1] ?? '';
}

/** Each import of a file of another room. */
const CROSSINGS = FILES.flatMap((file) =>
  importsOf(file)
    .filter((name) => name.startsWith('src/') && roomOf(name) !== roomOf(file))
    .map((name) => ({ file, name })),
);
const worded = (imports: typeof CROSSINGS) => imports.map(({ file, name }) => `${file} imports ${name}`);

test('every folder of src imports only from the folders below it', () => {
  const floor = (file: string) => ORDER.indexOf(file.split('/')[1] ?? '');
  expect(worded(CROSSINGS.filter(({ file, name }) => floor(name) < floor(file)))).toEqual([]);
});

test('every room imports only from the rooms that it may', () => {
  const forbidden = CROSSINGS.filter(
    ({ file, name }) => !isWiring(file) && !MAY_IMPORT[roomOf(file)]?.some((allowed) => isIn(name, allowed)),
  );
  expect(worded(forbidden)).toEqual([]);
});

test('a room imports only the doors of another', () => {
  const forbidden = CROSSINGS.filter(
    ({ file, name }) =>
      !isWiring(file) && DOORS[roomOf(name)]?.includes(name.slice(`src/${roomOf(name)}/`.length)) === false,
  );
  expect(worded(forbidden)).toEqual([]);
});

test('the tables have every folder and every file of src, and nothing else', () => {
  expect([...new Set(FILES.map((file) => file.split('/')[1]))].sort()).toEqual(ORDER.toSorted());
  const rooms = new Set(FILES.filter((file) => !isWiring(file)).map(roomOf));
  expect([...rooms].sort()).toEqual(ROOMS.toSorted());
  expect(Object.keys(DOORS).sort()).toEqual(ROOMS.filter((room) => !room.endsWith('.ts')).sort());
});

test('src has at most 14 entries', () => {
  expect(ORDER.length).toBeLessThanOrEqual(14);
});

/** A filter of vitest is a part of a path: `tests/document` would run `tests/documents` too. */
test('the name of no folder of tests is the beginning of another beside it', () => {
  const folders = globSync('tests/{*,*/*,*/*/*}/', { cwd: ROOT })
    .map((folder) => folder.split(path.sep).join('/').replace(/\/$/, ''))
    .filter((folder) => !folder.startsWith('tests/golden/'));
  const traps = folders.flatMap((folder) =>
    folders
      .filter((other) => other !== folder && other.startsWith(folder) && other[folder.length] !== '/')
      .map((other) => `${folder} ${other}`),
  );
  expect(traps).toEqual([]);
});

/** What command line and studio send their requests with; the rest of the package is for applications. */
const CLIENT = 'clients/typescript/src/';
const CLIENT_DOORS = ['error.ts', 'file-format.ts', 'moment.ts', 'patience.ts', 'send.ts', 'side-by-side.ts'];

test('only command line and studio import the client, by its doors, and it imports nothing of the service', () => {
  const importing = [...FILES, ...SCHEMAS].flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('clients/'))
      .map((name) => ({ file, name })),
  );
  const forbidden = importing.filter(
    ({ file, name }) =>
      !['ui/cli', 'ui/studio'].includes(roomOf(file)) ||
      !CLIENT_DOORS.some((door) => name === `${CLIENT}${door}`),
  );
  expect(worded(forbidden)).toEqual([]);
  const ofClient = filesOf('clients/typescript/src').flatMap((file) =>
    importsOf(file).map((name) => ({ file, name })),
  );
  expect(worded(ofClient.filter(({ name }) => /^(?:src|schemas)\//.test(name)))).toEqual([]);
});

test('schemas import nothing of src', () => {
  const forbidden = SCHEMAS.flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('src/'))
      .map((name) => `${file} imports ${name}`),
  );
  expect(forbidden).toEqual([]);
});

test('the map has every room and every file of start', () => {
  const map = source('docs/architecture.md');
  const names = [...ROOMS, ...FILES.filter(isWiring), 'require-node-24.js'].map((name) =>
    path.basename(name),
  );
  expect(names.filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
});

test('the map names only files that exist', () => {
  const named = source('docs/architecture.md').matchAll(/`([a-z][\w-]*\/[\w/.-]+\.(?:ts|yml))`/g);
  const missing = [...named].filter(([, name = '']) =>
    [name, `src/${name}`].every((file) => !existsSync(path.join(ROOT, file))),
  );
  expect(missing.map(([, name]) => name)).toEqual([]);
});

/** A scope holds the blocks of templates, and a block runs in a scope: their types describe each other. */
const RECURSIVE = [
  'src/templating/language/run.ts',
  'src/templating/language/scope.ts',
  'src/templating/language/template.ts',
];

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

test('only src/service/http imports Fastify', () => {
  const importing = FILES.filter((file) => importsOf(file).some((name) => /^@?fastify\b/.test(name)));
  expect(importing.filter((file) => roomOf(file) !== 'service/http')).toEqual([]);
});

test('src and schemas import no package that `npm ci --omit=dev` leaves out', () => {
  const { devDependencies } = JSON.parse(source('package.json')) as { devDependencies: object };
  const leftOut = Object.keys(devDependencies);
  const imported = [...FILES, ...SCHEMAS].flatMap((file) => importsOf(file).map((name) => ({ file, name })));
  expect(
    imported.filter(({ name }) => leftOut.some((left) => name === left || name.startsWith(`${left}/`))),
  ).toEqual([]);
});

test('only src/service/http/traces.ts loads OpenTelemetry, and only `import()` loads that file', () => {
  const TRACES = 'src/service/http/traces.ts';
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
        !['src/start/main.ts', 'src/start/migrate.ts', 'src/start/start-preview.ts'].includes(file) &&
        roomOf(file) !== 'ui/cli',
    ),
  ).toEqual([]);
});
