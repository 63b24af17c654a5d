import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { docgen } from './docgen.ts';

const ID = 'junior-devops-engineer-agreement';
const AT = '2026-11-22T18:00:00Z';

let folder: string;
let service: TestService;
test.beforeAll(async ({ service: shared }) => {
  service = shared;
  folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('docgen compare writes the file of the route', async () => {
  const data = TEMPLATES.find(({ templateId }) => templateId === ID)?.sample;
  const other = { ...data, governingLaw: 'South Africa' };
  const file = (name: string) => path.join(folder, name);
  await writeFile(file('from.json'), JSON.stringify(data));
  const environment = { DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
  const flags = [
    '--from-version',
    '1.0.0',
    '--to-version',
    '2.0.0',
    '--author',
    'Ada Obi',
    '--at',
    AT,
    '--toc',
  ];
  const { exitCode, stdout, stderr } = await docgen(
    ['compare', ID, '--from', file('from.json'), '--to', '-', '--out', file('out.docx'), ...flags],
    environment,
    JSON.stringify(other),
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  const { bytes } = await service.send(
    'POST',
    '/api/v1/documents/compare',
    { 'x-key': service.key },
    {
      templateId: ID,
      from: { version: '1.0.0', data },
      to: { version: '2.0.0', data: other },
      author: 'Ada Obi',
      options: { at: AT, toc: true },
    },
  );
  expect(await readFile(file('out.docx'))).toEqual(bytes);
  expect(stdout).toBe(
    `Wrote ${file('out.docx')}: changes to ${ID} 2.0.0, ${Math.ceil(bytes.length / 1_000)} kB.\n`,
  );
});
