import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { withRequired } from './conditions.ts';
import { type Data, openWorkshop, TEMPLATES } from './documents.ts';
import { placesOf } from './places.ts';
import { plainText } from './plain-text.ts';

/**
 * Files to read in the diff of a change: the text of every document with its sample (`<version>.txt`) and with minimal
 * data (`<version>.minimal.txt`), and the places of each field (`<version>.fields.txt`). After an intended change: `npx
 * vitest run tests/service/use-cases/golden.test.ts -u`
 */
const GOLDEN = fileURLToPath(new URL('../../golden/', import.meta.url));

const workshop = await openWorkshop();
afterAll(() => workshop.close());

const TEXTS = TEMPLATES.flatMap((template) => {
  const { templateId, version, schema, sample } = template;
  const text = async (data: Data) => plainText(await workshop.html(template, data));
  const file = `${templateId}/${version}`;
  return [
    { file: `${file}.txt`, write: () => text(sample) },
    { file: `${file}.minimal.txt`, write: () => text(withRequired(schema, {})) },
    { file: `${file}.fields.txt`, write: () => placesOf(workshop, template) },
  ];
});

test.each(TEXTS.map((text) => [text.file, text] as const))('%s', async (file, { write }) => {
  await expect(await write()).toMatchFileSnapshot(GOLDEN + file);
});

test('tests/golden has no file of a document that no longer exists', () => {
  const known = new Set(TEXTS.map(({ file }) => file));
  expect(globSync('**/*.txt', { cwd: GOLDEN }).filter((file) => !known.has(file))).toEqual([]);
});

/** `| label | value |`, but for addresses of emails. */
const LOWER_CASE_VALUE = /^ *\|.*\| \p{Ll}[^@|]*\|.*$/gmu;

test('no value of a sample begins a cell in lower case', () => {
  const cells = globSync('**/[0-9].[0-9].[0-9].txt', { cwd: GOLDEN }).flatMap(
    (file) => readFileSync(GOLDEN + file, 'utf8').match(LOWER_CASE_VALUE) ?? [],
  );
  expect(cells).toEqual([]);
});
