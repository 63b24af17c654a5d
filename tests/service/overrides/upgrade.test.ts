import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { sendTo, startService } from '../../service.ts';
import { databases } from '../store/databases.ts';
import { digestsOfMigrations, MIGRATIONS, readRelease, restoreRelease } from './releases/release.ts';

const RELEASES = ['1.0.0'];

describe.each(RELEASES)('of the release %s', (version) => {
  test('no migration is changed', async () => {
    const { migrations } = await readRelease(version);
    expect(await digestsOfMigrations()).toMatchObject(migrations);
  });

  for (const { title, isSkipped, makePlace } of databases)
    test.skipIf(isSkipped)(`own texts print the same words from its ${title}`, async () => {
      const release = await readRelease(version);
      await using place = await makePlace();
      await restoreRelease(release, place);
      await using service = await startService(place);
      for (const { request, documentId, sha256, words } of release.documents) {
        const key = { 'x-key': release.key };
        const made = await sendTo(service.url, 'POST', '/api/v1/documents/generate', key, request);
        expect(made.status, made.bytes.toString('latin1', 0, 200)).toBe(200);
        expect(readWord(made.bytes).blocks).toEqual(words);
        const found = await service.admin('GET', `/documents/${documentId}`);
        const first = { companyId: 'acme', source: 'custom', documentId, sha256, outcome: 'ok' };
        expect(found.json).toMatchObject({
          documents: expect.arrayContaining([expect.objectContaining(first)]),
        });
      }
    });
});

test('operations.md tells of every migration from which code it runs', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\d{4}-[\w-]+\.sql)` \| [\d.]+ \| ([\d.]+) \|$/gm)];
  const listed = Object.fromEntries(rows.map(([, name = '', oldest = '']) => [name, oldest]));
  const versions = new Map(rows.map(([row, name = '']) => [name.slice(0, 4), row.split('|')[2]?.trim()]));
  const told = Object.keys(await digestsOfMigrations()).map(async (name) => {
    const script = await readFile(path.join(MIGRATIONS, name), 'utf8');
    const [, oldest = ''] = /^-- Runs with code from: (\d{4})$/m.exec(script) ?? [];
    return [name, versions.get(oldest)];
  });
  expect(listed).toEqual(Object.fromEntries(await Promise.all(told)));
});
