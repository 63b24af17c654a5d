import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles, isTypesGeneratorInstalled, ROOT } from '../../generate/files.ts';
import { need } from '../tools.ts';

const files = await generatedFiles();
const types = need(
  'the generator of types',
  isTypesGeneratorInstalled() ? undefined : '`npm ci` has not been run in clients/typescript',
);

test.each([...files])('%s is what `npm run generate` writes', (file, text) => {
  const absolute = path.join(ROOT, file);
  const isWritten = existsSync(absolute) && readFileSync(absolute, 'utf8') === text;
  expect(isWritten, `run \`npm run generate\`, and commit ${file}`).toBe(true);
});

test.skipIf(types.isSkipped)(`the types of the client are among them, with ${types.title}`, () => {
  expect([...files.keys()]).toContain('clients/typescript/src/interface.d.ts');
});
