import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TESTS_FOR, testsFor } from './rooms.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));

test('every file of the sources, the schemas and the texts has tests', () => {
  const files = filesOf('{src,schemas,templates-html,deploy,clients/typescript/src}/**/*.*').filter(
    (file) => !file.includes('node_modules/'),
  );

  expect(files.length).toBeGreaterThan(700);
  const without = files.filter((file) => testsFor([file]).length < 2);
  expect(without).toEqual([]);
});

test('every row names files that exist', () => {
  const starts = Object.entries(TESTS_FOR).flat(2);

  expect(starts.filter((start) => !existsSync(`${ROOT}${start}`))).toEqual([]);
});

test('a room is found by its whole name, and the tests of several files are named once', () => {
  expect(testsFor(['src/formats/document/blanks.ts', 'src/formats/docx/convert.ts'])).toEqual([
    'tests/architecture.test.ts',
    'tests/house/',
    'tests/formats/document/',
    'tests/service/use-cases/golden.test.ts',
    'tests/formats/docx/',
    'tests/formats/word/',
    'tests/received/returned/',
    'tests/service/use-cases/word.test.ts',
  ]);
});

test('a test file is its own test, and a file that no row has is refused', () => {
  expect(testsFor(['tests/lib/paths.test.ts'])).toEqual([
    'tests/architecture.test.ts',
    'tests/house/',
    'tests/lib/paths.test.ts',
  ]);
  expect(() => testsFor(['README.md'])).toThrow(
    new Error('tests/rooms.ts names no tests for README.md; run npm test'),
  );
});
