import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { withRequired } from './conditions.ts';
import { openWorkshop, TEMPLATES } from './documents.ts';
import { plainText } from './plain-text.ts';

/**
 * What every document says, word for word, to be read in the diff of a change: `<version>.txt` of the sample,
 * `<version>.minimal.txt` of the least data. After a change that is meant:
 * `npx vitest run tests/documents/golden.test.ts -u`
 */
const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

const workshop = await openWorkshop({ printing: false });
afterAll(() => workshop.close());

const TEXTS = TEMPLATES.flatMap((template) => {
  const { templateId, version, schema, sample } = template;
  return [
    { file: `${templateId}/${version}.txt`, template, data: sample },
    { file: `${templateId}/${version}.minimal.txt`, template, data: withRequired(schema, {}) },
  ];
});

test.each(TEXTS.map((text) => [text.file, text] as const))('%s', async (file, { template, data }) => {
  const text = plainText(await workshop.html(template, data));
  await expect(text).toMatchFileSnapshot(GOLDEN + file);
});

test('no text is of a document that there is no more', () => {
  const known = new Set(TEXTS.map(({ file }) => file));
  expect(globSync('**/*.txt', { cwd: GOLDEN }).filter((file) => !known.has(file))).toEqual([]);
});
