import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { renderCommand } from '../../src/render/render-command.ts';
import { jailWorks } from '../../src/workers/processes/jail.ts';
import { need } from '../tools.ts';

const FOLDER = path.join(import.meta.dirname, 'probe');
const namespaces = need(
  'user namespaces',
  (await jailWorks()) ? undefined : 'this kernel or container denies them',
);

/** Runs a program with the rights of a render process that tries forbidden actions, and returns the results. */
async function probe(jailed: boolean): Promise<unknown> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [command = '', ...args] = renderCommand({ templatesDirectory: FOLDER }, jailed);
  const file = path.join(tmpdir(), `written-by-a-probe-${process.pid}`);
  const tries = [path.join(FOLDER, 'probe.ts'), String(port), String(process.pid), file];
  const child = spawn(command, [...args, ...tries], {
    env: {},
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return JSON.parse(await text(child.stdout));
  } finally {
    server.close();
  }
}

const DENIED = {
  sqlite: 'ERR_UNKNOWN_BUILTIN_MODULE',
  write: 'ERR_ACCESS_DENIED',
  process: 'ERR_ACCESS_DENIED',
  code: expect.stringMatching(/^EvalError/),
};

test.skipIf(namespaces.isSkipped)(
  `a render process has no SQLite, network, signals, files or processes, with ${namespaces.title}`,
  async () => {
    expect(await probe(true)).toEqual({ ...DENIED, network: 'ENETUNREACH', signal: 'ESRCH' });
  },
);

test('without namespaces, a render process has only network and signals', async () => {
  expect(await probe(false)).toEqual({ ...DENIED, network: 'done', signal: 'done' });
});
