/** Which tests to run after a change: those of its room, and those that stand on the room and find its faults. */

/** Start of a path from the root of the repository → starts of the paths of tests. */
export const TESTS_FOR: Readonly<Record<string, readonly string[]>> = {
  'bench/': ['tests/bench/'],
  'clients/': ['tests/clients/', 'tests/ui/cli/service.test.ts'],
  'deploy/': ['tests/deploy/'],
  'generate/': ['tests/house/generated.test.ts', 'tests/clients/', 'tests/templating/warnings/'],
  'schemas/': [
    'tests/templating/',
    'tests/service/use-cases/',
    'tests/service/http/openapi.test.ts',
    'tests/clients/',
  ],
  'src/environment/': ['tests/environment/'],
  'src/errors.ts': ['tests/service/http/'],
  'src/formats/document/': ['tests/formats/document/', 'tests/service/use-cases/golden.test.ts'],
  'src/formats/docx/': [
    'tests/formats/docx/',
    'tests/formats/word/',
    'tests/received/returned/',
    'tests/service/use-cases/word.test.ts',
  ],
  'src/formats/pdf/': ['tests/formats/pdf/', 'tests/received/seal/'],
  'src/lib/': ['tests/lib/', 'tests/templating/', 'tests/ui/cli/'],
  'src/log.ts': ['tests/service/http/'],
  'src/received/returned/': ['tests/received/returned/'],
  'src/received/seal/': ['tests/received/seal/'],
  'src/render/': ['tests/render/', 'tests/service/overrides/'],
  'src/service/http/': ['tests/service/http/', 'tests/service/admin/', 'tests/clients/'],
  'src/service/store/': ['tests/service/store/', 'tests/service/admin/', 'tests/service/trail/'],
  'src/service/use-cases/': ['tests/service/'],
  'src/start/': ['tests/start/', 'tests/environment/', 'tests/deploy/'],
  'src/templating/html/': ['tests/templating/html/', 'tests/formats/document/', 'tests/formats/docx/'],
  'src/templating/language/': ['tests/templating/language/', 'tests/service/use-cases/golden.test.ts'],
  'src/templating/templates/': ['tests/templating/templates/', 'tests/service/overrides/'],
  'src/templating/validation/': ['tests/templating/validation/', 'tests/service/http/'],
  'src/templating/warnings/': ['tests/templating/warnings/', 'tests/service/overrides/'],
  'src/ui/cli/': ['tests/ui/cli/'],
  'src/ui/look/': ['tests/service/http/docs.test.ts', 'tests/ui/studio/'],
  'src/ui/rows/': ['tests/ui/cli/batch/', 'tests/ui/studio/'],
  'src/ui/studio/': ['tests/ui/studio/'],
  'src/workers/': ['tests/workers/', 'tests/formats/pdf/printer.test.ts', 'tests/steady/'],
  'templates-html/': ['tests/service/use-cases/', 'tests/templating/templates/'],
  'tests/': [],
};

/** Tests that hold for every file: the order of the rooms, and what the documents say of the files. */
const ALWAYS = ['tests/architecture.test.ts', 'tests/house/'];

/**
 * @param files paths from the root of the repository
 * @returns starts of the paths of tests; the test file itself for a test
 * @throws Error naming a file that no row of the table has
 */
export function testsFor(files: readonly string[]): string[] {
  return [...new Set([...ALWAYS, ...files.flatMap(testsForFile)])];
}

function testsForFile(file: string): readonly string[] {
  if (/^tests\/.*\.(?:test|proof)\.ts$/.test(file)) return [file];
  const row = Object.keys(TESTS_FOR).find((start) => file.startsWith(start));
  if (row === undefined) throw new Error(`tests/rooms.ts names no tests for ${file}; run npm test`);
  return TESTS_FOR[row] ?? [];
}
