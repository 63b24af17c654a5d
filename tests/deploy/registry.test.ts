import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { EMBEDDED } from '../../src/formats/pdf/chromium-built-at.ts';
import { inRoot } from './files.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Runs a script of .ci with a registry that answers like this. */
async function run(script: string, answer: Answer) {
  const cache = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  const registry = createServer((request, response) => {
    request.resume().once('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const child = spawn(inRoot(script), {
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_cache: cache,
      npm_config_fetch_retries: '0',
    },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  registry.close();
  await rm(cache, { recursive: true });
  return { stdout, stderr, code };
}

const answerJson =
  (body: unknown): Answer =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

const refuse: Answer = (_, response) => response.writeHead(405).end();

describe('npm run advisories', () => {
  test('ends with 3 and says so when the registry does not answer audits', async () => {
    expect(await run('.ci/advisories', refuse)).toEqual({
      stdout: '',
      stderr: 'NOT checked: this registry does not answer audits. Run "npm run advisories" where one does.\n',
      code: 3,
    });
  });

  test('ends with 0 when there is none', async () => {
    const { stdout, code } = await run('.ci/advisories', answerJson({}));
    expect({ stdout, code }).toEqual({ stdout: 'found 0 vulnerabilities\n', code: 0 });
  });

  test('ends with 1 and names the package when there is one of high severity', async () => {
    const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Bad', severity: 'high' };
    const advisories = answerJson({ fastify: [{ ...advisory, vulnerable_versions: '*' }] });
    const { stdout, code } = await run('.ci/advisories', (request, response) =>
      (request.method === 'POST' ? advisories : answerJson({ name: 'fastify', versions: {} }))(
        request,
        response,
      ),
    );
    expect(stdout).toMatch(/^fastify .*\nSeverity: high\nBad - https:\/\/advisories\.example\/1/m);
    expect(code).toBe(1);
  });
});

describe('npm run outdated', () => {
  const { version, chromiumVersion } = EMBEDDED;
  /** A registry with these versions of Chromium. The tag `latest` may be behind. */
  const registryOf = (...versions: readonly string[]): Answer =>
    answerJson({
      name: '@sparticuz/chromium',
      'dist-tags': { latest: versions[0] },
      versions: Object.fromEntries(
        versions.map((one) => [one, { name: '@sparticuz/chromium', version: one }]),
      ),
    });

  test.each([
    [
      'the newest Chromium of the registry',
      registryOf('147.0.0', version, '999.0.0', '1000.0.0'),
      'The newest in the registry is 1000.0.0: docs/runbooks/chromium-old.md tells how to take it.',
    ],
    [
      'that there is no newer one',
      registryOf('147.0.0', version),
      'The registry has no newer one; docs/runbooks/chromium-old.md tells how to run one of Debian.',
    ],
    ['that it does not know', refuse, 'The registry did not say whether it has a newer one.'],
  ])('says %s', async (_, answer, expected) => {
    const { stdout, code } = await run('.ci/outdated', answer);
    const [embedded, newest] = stdout.split('\n');
    expect(embedded).toMatch(
      `The embedded Chromium is ${chromiumVersion} (@sparticuz/chromium ${version}), published `,
    );
    expect({ newest, code }).toEqual({ newest: expected, code: 0 });
  });
});
