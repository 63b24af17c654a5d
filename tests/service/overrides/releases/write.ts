/**
 * Writes the database of this release as a fixture, for the test that later versions print the same words:
 * `node tests/service/overrides/releases/write.ts`. Once the release has its tag, its file never changes.
 */
import { hash } from 'node:crypto';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { SERVICE_VERSION } from '../../../../src/service/http/service-version.ts';
import { openUnmigrated } from '../../../../src/service/store/database/open-database.ts';
import { readWord } from '../../../formats/word/read-word.ts';
import { startProcess } from '../../../process.ts';
import { digestsOfMigrations, type Release, TABLES } from './release.ts';

const TEXTS = [
  ['non-disclosure-agreement', '1.0.0'],
  ['senior-backend-developer-agreement', '2.0.0'],
  ['esg-policy', '1.0.0'],
] as const;

const ADMIN_TOKEN = 'administration-token-of-the-script';
const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-release-'));
const place = { options: { dataDir: folder.path }, [Symbol.asyncDispose]: async () => {} };
const { key, documents } = await makeDocuments();
const release: Release = { migrations: await digestsOfMigrations(), rows: await readRows(), key, documents };
const file = path.join(import.meta.dirname, `${SERVICE_VERSION}.json.gz`);
await writeFile(file, gzipSync(JSON.stringify(release), { level: 9 }));

async function makeDocuments(): Promise<Pick<Release, 'key' | 'documents'>> {
  await using service = startProcess(place, { ADMIN_TOKEN });
  const url = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const send = async (
    method: 'GET' | 'PUT' | 'POST',
    target: string,
    headers: Record<string, string>,
    body: object | string,
  ) => {
    const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json';
    const answer = await request(url + target, {
      method,
      headers: { ...headers, ...(method !== 'GET' && { 'content-type': type }) },
      body: method === 'GET' ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode >= 300) throw new Error(`${target}: ${answer.statusCode} ${bytes}`);
    return { bytes, documentId: String(answer.headers['x-document-id']) };
  };
  await send('POST', '/admin/v1/companies', ADMIN, { companyId: 'acme', name: 'Acme Limited' });
  const profile = { legalName: 'Acme Limited', country: 'Nigeria', accentColour: '#004488' };
  await send('PUT', '/admin/v1/companies/acme/profile', ADMIN, profile);
  const issued = await send('POST', '/admin/v1/companies/acme/keys', ADMIN, {});
  const { key } = JSON.parse(issued.bytes.toString()) as { key: string };
  const documents = [];
  for (const [templateId, version] of TEXTS) {
    const catalogue = `/api/v1/templates/${templateId}/versions/${version}`;
    const source = await readFile(`templates-html/${templateId}/${version}.njk`, 'utf8');
    await send('PUT', `/admin/v1/companies/acme/templates/${templateId}/versions/1.0.0`, ADMIN, source);
    const sample = await send('GET', `${catalogue}/sample`, { 'x-key': key }, {});
    for (const data of [JSON.parse(sample.bytes.toString()), { parties: [{ definition: 'Client' }, {}] }]) {
      const options = { at: '2026-11-25T12:00:00Z' };
      const document = { templateId, version: '1.0.0', custom: true, format: 'docx', data, options };
      const made = await send('POST', '/api/v1/documents/generate', { 'x-key': key }, document);
      documents.push({
        request: document,
        documentId: made.documentId,
        sha256: hash('sha256', made.bytes),
        words: readWord(made.bytes).blocks,
      });
    }
  }
  return { key, documents };
}

async function readRows(): Promise<Release['rows']> {
  const database = await openUnmigrated(place.options);
  const rows: Record<string, readonly object[]> = {};
  for (const table of TABLES) {
    const [row] = await database.query<{ rows: readonly object[] | null }>(
      `SELECT json_agg(${table}) AS rows FROM ${table}`,
    );
    rows[table] = row?.rows ?? [];
  }
  await database.close();
  return rows;
}
