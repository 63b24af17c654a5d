import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENTS = [
  ...globSync('*.md', { cwd: ROOT }),
  ...globSync('{bench,clients,deploy,docs}/**/*.md', { cwd: ROOT, exclude: ['**/node_modules/**'] }),
];

const exists = (...steps: string[]) => existsSync(path.join(ROOT, ...steps));

test('what the documents link to exists', () => {
  const missing = DOCUMENTS.flatMap((document) => {
    const text = readFileSync(path.join(ROOT, document), 'utf8');
    const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
    return links
      .filter((link) => !/^(?:[a-z]+:|#|\/)/.test(link))
      .filter((link) => !exists(path.dirname(document), link.split('#')[0] as string))
      .map((link) => `${document}: ${link}`);
  });
  expect(DOCUMENTS.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

test('the source files that documents and comments name by their whole path exist', () => {
  const sources = globSync('{src,tests,schemas,bench,generate}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  const missing = [...DOCUMENTS, ...sources].flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    // Not the end of a longer path, such as `clients/typescript/src/send.ts`.
    const named = [...text.matchAll(/(?<![\w/.-])(?:src|tests)\/[\w/.-]+\.tsx?\b/g)];
    return named.filter(([name]) => !exists(name)).map(([name]) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
