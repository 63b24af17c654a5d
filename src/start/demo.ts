import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { readConfig } from '../environment/config.ts';
import { readCatalogue } from '../templating/templates/catalogue.ts';
import { buildApp } from './app.ts';

/**
 * The main use case from end to end, for someone who has just cloned the project: starts the service on its embedded
 * browser and database, creates a company and a key, and writes a PDF and a Word file of every template to ./out. With
 * `--keep` the service then stays, and the address of its studio is printed with a key for an hour.
 */

const OUT = 'out';
const STUDIO_SECONDS = 3_600;
const { keep } = readOptions();
const ADMIN_TOKEN = randomBytes(24).toString('hex');

// A temporary database: the demo leaves nothing but its documents.
const dataFolder = await mkdtemp(path.join(tmpdir(), 'docgen-demo-'));
say('Starting the service: embedded database, render processes, Chromium (the first start unpacks it) …');
const started = performance.now();
const { app } = await buildApp(
  readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataFolder, ADMIN_TOKEN }),
);
try {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  say(`Ready at ${url} after ${seconds(started)}.\n`);

  await post(
    `${url}/admin/v1/companies`,
    { authorization: `Bearer ${ADMIN_TOKEN}` },
    { companyId: 'demo', name: 'Demo' },
  );
  const issued = await post(`${url}/admin/v1/companies/demo/keys`, {
    authorization: `Bearer ${ADMIN_TOKEN}`,
  });
  const { key, prefix } = JSON.parse(issued.toString()) as { key: string; prefix: string };
  say(`Company "demo" has the key ${prefix}….\n`);

  await mkdir(OUT, { recursive: true });
  for (const { templateId, version, sample } of [...(await readCatalogue()).values()].flat()) {
    for (const format of ['pdf', 'docx']) {
      const began = performance.now();
      const body = { templateId, version, format, data: sample };
      const document = await post(`${url}/api/v1/documents/generate`, { 'x-key': key }, body);
      const file = path.join(OUT, `${templateId}-${version}.${format}`);
      await writeFile(file, document);
      say(`${file.padEnd(58)} ${kilobytes(document).padStart(7)} ${milliseconds(began).padStart(7)}`);
    }
  }
  say(`\nDone. The documents are in ./${OUT}. To start the service: README.md, "A first document".`);
  if (keep) await keepRunning(url);
  else say('To fill one in yourself, in a browser: npm run demo -- --keep');
} finally {
  await app.close();
  await rm(dataFolder, { recursive: true, force: true });
}

function readOptions(): { readonly keep: boolean } {
  try {
    return parseArgs({ options: { keep: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nUsage: npm run demo [-- --keep]\n`);
    process.exit(2);
  }
}

/** Serves until somebody ends it. */
async function keepRunning(url: string): Promise<void> {
  const issued = await post(
    `${url}/admin/v1/companies/demo/keys`,
    { authorization: `Bearer ${ADMIN_TOKEN}` },
    { expiresInSeconds: STUDIO_SECONDS },
  );
  const { key } = JSON.parse(issued.toString()) as { key: string };
  say(`\nThe studio, for an hour:\n\n  ${url}/studio#key=${key}\n\nCtrl+C ends the service.`);
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
}

async function post(url: string, headers: Record<string, string>, body: object = {}): Promise<Buffer> {
  const answer = await request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${bytes}`);
  return bytes;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}

function milliseconds(since: number): string {
  return `${Math.round(performance.now() - since)} ms`;
}

function kilobytes(bytes: Buffer): string {
  return `${(bytes.byteLength / 1_000).toFixed(0)} kB`;
}
