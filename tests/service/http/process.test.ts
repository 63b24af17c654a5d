import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { startProcess } from '../../process.ts';
import { databases } from '../store/databases.ts';

const URL_PATTERN = /http:\/\/127\.0\.0\.1:\d+/;

/** Of the metrics. */
const ACCEPTED = /^documents_accepted (\d+)$/m;
const DONE =
  /^http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/documents\/generate",.*\} (\d+)$/m;

const ADMIN_TOKEN = 'a-token-of-more-than-32-characters';

async function startEmbedded(environment: Record<string, string>) {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  const place = await embedded.makePlace();
  const service = startProcess(place, environment);
  return {
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function post(url: string, headers: Record<string, string>, body: object) {
  const answer = await request(url, {
    method: 'POST',
    // No other request is sent on a connection that the service may be closing.
    reset: true,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe('the process', () => {
  test('does not start with invalid variables, and names all of them', async () => {
    await using started = await startEmbedded({ PORT: 'http', ADMIN_TOKEN: 'secret', LOG_LEVEL: 'loud' });
    const { service } = started;
    expect(await service.exit).toEqual([1, null]);
    expect(service.errors).toBe(
      [
        'The environment is not right:',
        '  PORT: "http" must be integer',
        '  LOG_LEVEL: "loud" must be one of fatal, error, warn, info, debug, trace, silent',
        '  ADMIN_TOKEN: its value must be a token of at least 32 characters, or two of them separated by a comma',
        '',
      ].join('\n'),
    );
    const [line = ''] = service.output.split('\n').filter((text) => text.startsWith('{'));
    expect(JSON.parse(line)).toMatchObject({
      level: 'fatal',
      msg: 'the service cannot start',
      err: { type: 'ConfigError', message: service.errors.trimEnd() },
    });
  });

  test('a thousand callers connect at once, whatever the service is doing', async () => {
    await using started = await startEmbedded({});
    const { service } = started;
    const { hostname, port } = new URL(await service.printed(URL_PATTERN));
    const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
    service.child.kill('SIGSTOP');
    const sockets = Array.from({ length: Math.min(1_000, most) }, () => connect(Number(port), hostname));
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      expect(sockets.map(({ readyState }) => readyState)).toEqual(sockets.map(() => 'open'));
    } finally {
      for (const socket of sockets) socket.destroy();
      service.child.kill('SIGCONT');
    }
  });

  test.each(['PORT', 'ADMIN_PORT'])(
    'does not start if the port of %s is in use, and names it',
    async (name) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      await using started = await startEmbedded({ [name]: String(port) });
      expect(await started.service.exit).toEqual([1, null]);
      other.close();
      expect(started.service.errors).toBe(
        `The service cannot start: 127.0.0.1:${port} (HOST, ${name}) is in use by another process; stop that process, or set another ${name}.\n`,
      );
    },
  );

  test('is not ready but serves requests for DRAIN_DELAY_MS after SIGTERM', async () => {
    await using started = await startEmbedded({ DRAIN_DELAY_MS: '600000' });
    const { service } = started;
    const url = await service.printed(URL_PATTERN);
    service.child.kill('SIGTERM');
    await service.printed(/draining/);
    const readiness = await request(`${url}/readyz`);
    expect([readiness.statusCode, await readiness.body.json()]).toEqual([
      503,
      { status: 'draining', reason: 'the service is shutting down' },
    ]);
    expect(await (await request(`${url}/metrics`)).body.text()).toMatch(/^service_ready 0$/m);
    // An unknown key, which is still looked up.
    const answer = await post(`${url}/api/v1/documents/generate`, { 'x-key': 'x' }, {});
    expect(answer.status).toBe(403);
    service.child.kill('SIGINT');
    expect(await service.exit).toEqual([1, null]);
  });

  test.each([
    ['SIGTERM', '100'],
    ['SIGINT', '600000'],
  ] as const)(
    'exits at %s with DRAIN_DELAY_MS=%s, and logs the beginning and the end of the shutdown',
    async (signal, delay) => {
      await using started = await startEmbedded({ DRAIN_DELAY_MS: delay });
      const { service } = started;
      await service.printed(URL_PATTERN);
      service.child.kill(signal);
      // A second signal, as from npm, which forwards a signal that the whole process group has already received.
      service.child.kill(signal);
      expect(await service.exit).toEqual([0, null]);
      const messages = service.output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line).msg);
      expect(messages.slice(-3)).toEqual([
        'draining: /readyz answers 503',
        'shutdown begins: accepted documents are finished, new ones are refused',
        'shutdown is finished',
      ]);
    },
  );

  test('exits with the npm that started it', async () => {
    const [embedded] = databases;
    if (embedded === undefined) throw new Error('there is no embedded database to run over');
    await using place = await embedded.makePlace();
    const { PATH, HOME } = process.env;
    const npm = spawn('npm', ['start'], {
      env: { PATH, HOME, PORT: '0', DATA_DIR: place.options.dataDir, PDF_PAGES: '2', RENDER_PROCESSES: '2' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = once(npm, 'close');
    let output = '';
    for await (const text of npm.stdout.setEncoding('utf8')) {
      output += text;
      if (URL_PATTERN.test(output) && !npm.killed) npm.kill('SIGTERM');
    }
    expect(await exit).toEqual([0, null]);
    expect(output).toContain('shutdown is finished');
  });

  describe('the first steps', () => {
    const commandsIn = (text: string) => [...text.matchAll(/^ {4}(.+)$/gm)].map(([, command]) => command);
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8').split('\n');

    test('are printed to standard error when there is no key, and are those of the README', async () => {
      await using started = await startEmbedded({ ADMIN_TOKEN, ADMIN_PORT: '0' });
      const { service } = started;
      await service.printed(/--out nda\.pdf/);
      service.child.kill('SIGTERM');
      expect(await service.exit).toEqual([0, null]);
      const lines = service.log.trimEnd().split('\n');
      const messages: string[] = lines.map((line) => JSON.parse(line).msg);
      const [adminUrl, url] = messages.flatMap((message) => URL_PATTERN.exec(message)?.[0] ?? []);
      expect(service.errors).toContain(`The service is ready at ${url}. No company has a key yet`);
      const steps = commandsIn(service.errors);
      expect(steps.filter((command) => !readme.includes(command ?? ''))).toEqual([
        `export DOCGEN_URL=${adminUrl}`,
        `export DOCGEN_URL=${url}`,
      ]);
      expect(steps).toHaveLength(8);
    });

    test('begin with an ADMIN_TOKEN when there is none, and no administration routes', async () => {
      await using started = await startEmbedded({ ADMIN_TOKEN: ' ' });
      const { service } = started;
      const url = await service.printed(URL_PATTERN);
      await service.printed(/It then prints the next steps/);
      const steps = commandsIn(service.errors);
      expect([steps.length, steps.filter((command) => !readme.includes(command ?? ''))]).toEqual([2, []]);
      const route = await request(`${url}/admin/v1/companies`, { headers: { authorization: 'Bearer ' } });
      expect(route.statusCode).toBe(404);
    });
  });

  test('finishes accepted requests after SIGTERM, accepts no new ones, and exits with 0', async () => {
    await using started = await startEmbedded({ ADMIN_TOKEN, PDF_PAGES: '2' });
    const { service } = started;
    const url = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
    const administrator = { authorization: `Bearer ${ADMIN_TOKEN}` };
    await post(`${url}/admin/v1/companies`, administrator, { companyId: 'acme', name: 'Acme' });
    const issued = await post(`${url}/admin/v1/companies/acme/keys`, administrator, {});
    const { key } = JSON.parse(issued.bytes.toString()) as { key: string };

    const generate = () =>
      post(
        `${url}/api/v1/documents/generate`,
        { 'x-key': key },
        {
          templateId: 'senior-backend-developer-agreement',
          format: 'pdf',
          data: {},
        },
      );
    const first = await generate();
    expect(first.status).toBe(200);
    const accepted = Array.from({ length: 6 }, generate);
    const arrived = async () => {
      const metrics = await (await request(`${url}/metrics`, { reset: true })).body.text();
      const [held, done] = [ACCEPTED, DONE].map((name) => Number(name.exec(metrics)?.[1] ?? 0));
      return (held ?? 0) + (done ?? 0);
    };
    await expect.poll(arrived, { interval: 1 }).toBe(7);
    service.child.kill('SIGTERM');
    for (const { status, bytes } of await Promise.all(accepted)) {
      expect([status, bytes.subarray(-6).toString().trim()]).toEqual([200, '%%EOF']);
    }
    expect(await service.exit).toEqual([0, null]);
    await expect(generate()).rejects.toThrow('ECONNREFUSED');
  });
});
