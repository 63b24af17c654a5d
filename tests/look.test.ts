import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const LOOK = path.join(import.meta.dirname, 'look.ts');

test('npm run look writes a document in each form, and names the files', async () => {
  const { stdout } = await run(process.execPath, [LOOK, 'esg-policy@1.0.0']);
  const files = stdout.split('\n').filter((line) => /esg-policy-1\.0\.0\.(?:html|pdf|docx)$/.test(line));
  const begins = files.map(async (file) => [
    path.extname(file),
    (await readFile(file)).toString('latin1', 0, 2),
  ]);
  expect(await Promise.all(begins)).toEqual([
    ['.html', '<!'],
    ['.pdf', '%P'],
    ['.docx', 'PK'],
  ]);
});

test('npm run look says how it is called', async () => {
  await expect(run(process.execPath, [LOOK, 'esg-policy@9.0.0'])).rejects.toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: 'npm run look -- <templateId>[@version] [data.json], for example esg-policy\n',
  });
});
