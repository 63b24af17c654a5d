import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** `ROWS=100000` for the whole trial. */
const MANY = Number(process.env.ROWS ?? 3_000);

const MAIN = path.join(import.meta.dirname, '../../../../src/ui/cli/docgen.ts');

/**
 * A larger heap is collected later, and would hide what is kept. So much is enough for the digests and names of 100,000 files,
 * and not for their rows.
 */
const HEAP = '--max-old-space-size=64 --max-semi-space-size=1';
const MAY_GROW_MB = 70;

/** Tells at its end the most memory that the process has had. */
const TELLING = `data:text/javascript,
  import { readFileSync, writeSync } from 'node:fs';
  process.on('exit', () => writeSync(3, readFileSync('/proc/self/status')));`;

/** Stands for the service, which would take an hour for so many documents. */
async function startStandIn() {
  const schema = { type: 'object', properties: { name: { type: 'string' }, text: { type: 'string' } } };
  const answers: Readonly<Record<string, unknown>> = {
    schema,
    nda: { versions: ['1.0.0'], latestVersion: '1.0.0', customVersions: [] },
    validate: { valid: true, warnings: [], blanks: [] },
    generate: { file: 'x'.repeat(10_000) },
  };
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const [name = ''] = /\w+$/.exec(request.url ?? '') ?? [];
    response
      .setHeader('x-warnings', '0')
      .setHeader('x-blanks', '0')
      .setHeader('x-document-id', 'x'.repeat(36));
    response.end(JSON.stringify(answers[name]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function writeRows(file: string, amount: number): Promise<void> {
  const stream = createWriteStream(file);
  stream.write('name,text\n');
  for (let row = 1; row <= amount; row += 1)
    if (!stream.write(`Ada Obi ${row},"${'lorem ipsum '.repeat(80)}"\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
}

test(`docgen batch needs as much memory for ${MANY} rows as for 10`, { timeout: 900_000 }, async () => {
  await using service = await startStandIn();
  const folder = await mkdtemp(path.join(tmpdir(), 'batch-'));
  const data = path.join(folder, 'rows.csv');
  /** The largest resident memory, in MB. */
  const run = async (out: string) => {
    const args = ['batch', 'nda', '--data', data, '--out', path.join(folder, out), '--name', '{name}'];
    const command = spawn(process.execPath, ['--import', TELLING, MAIN, ...args], {
      env: { DOCGEN_URL: service.url, DOCGEN_KEY: 'key', NODE_OPTIONS: HEAP },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    const [status, [code]] = await Promise.all([text(command.stdio[3] as Readable), once(command, 'close')]);
    expect(code).toBe(0);
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  };
  await writeRows(data, 10);
  const few = await run('few');
  await writeRows(data, MANY);
  const many = await run('many');
  expect((await readdir(path.join(folder, 'many'))).length).toBe(MANY + 2);
  const again = await run('many');
  await rm(folder, { recursive: true });
  console.log(
    `resident memory: ${[few, many, again].map((megabytes) => megabytes.toFixed(0)).join(', ')} MB`,
  );
  expect(Math.max(many, again) - few).toBeLessThan(MAY_GROW_MB);
});
