import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startEmbedded } from '../service.ts';
import { need } from '../tools.ts';

const CLIENT = path.join(import.meta.dirname, '..', '..', 'clients', 'typescript');

const installed = need(
  'the TypeScript client',
  existsSync(path.join(CLIENT, 'node_modules'))
    ? undefined
    : '`npm ci` has not been run in clients/typescript',
);

const bin = (name: string) => path.join(CLIENT, 'node_modules', '.bin', name);
const run = promisify(execFile);

interface Called {
  readonly response: Response;
}

interface Client {
  GET(path: string): Promise<Called>;
  POST(path: string, request: object): Promise<Called>;
}

interface ManyClient {
  generateMany(requests: Iterable<object>, options: object): AsyncIterable<object>;
}

describe.skipIf(installed.isSkipped)(installed.title, () => {
  const connect = async (options: object): Promise<Client> =>
    (await import(path.join(CLIENT, 'src', 'client.ts'))).createDocumentClient(options);

  test('is generated from the current interface description', async () => {
    const generate = [
      path.join('..', 'openapi.json'),
      '--output',
      path.join('src', 'interface.d.ts'),
      '--check',
    ];
    const { stderr } = await run(bin('openapi-typescript'), generate, { cwd: CLIENT });
    expect(stderr).not.toContain('⚠');
  });

  test('accepts correct requests and rejects wrong ones at compile time', async () => {
    const types = path.join(CLIENT, 'tests', 'types.ts');
    const expected = (await readFile(types, 'utf8')).match(/@ts-expect-error/g) ?? [];
    expect(expected.length).toBeGreaterThan(10);
    await expect(run(bin('tsc'), ['--project', CLIENT])).resolves.toEqual({ stdout: '', stderr: '' });
  });

  test('retries when the service answers 503 because its queue is full', async () => {
    await using service = await startEmbedded({ MAX_QUEUE: '0', PDF_PAGES: '2', RENDER_PROCESSES: '2' });
    const body = { templateId: 'esg-policy', format: 'pdf', data: {} };
    const generate = async (attempts: number) => {
      const client = await connect({ baseUrl: service.url, key: service.key, attempts });
      const calls = Array.from({ length: 6 }, () =>
        client.POST('/api/v1/documents/generate', { body, parseAs: 'arrayBuffer' }),
      );
      return (await Promise.all(calls)).map(({ response }) => response.status);
    };
    expect((await generate(1)).filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(await generate(20)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('generates many documents, reads no further ahead than it sends, and ends what is under way', async () => {
    await using service = await startEmbedded({ PDF_PAGES: '2', RENDER_PROCESSES: '2' });
    const client = (await connect({ baseUrl: service.url, key: service.key })) as unknown as ManyClient;
    let read = 0;
    function* rows(amount: number) {
      for (let index = 0; index < amount; index++) {
        read += 1;
        const data = index === 2 ? { governingLaw: 'Atlantis' } : { parties: [{ fullName: `Ada ${index}` }] };
        yield { templateId: 'non-disclosure-agreement', format: 'docx', data };
      }
    }
    const made: object[] = [];
    for await (const one of client.generateMany(rows(6), { concurrency: 2 })) made.push(one);
    made.sort((one, other) => (one as { index: number }).index - (other as { index: number }).index);
    const whole = {
      file: expect.any(Uint8Array),
      documentId: expect.any(String),
      warnings: 0,
      blanks: expect.any(Number),
    };
    const refused = { status: 400, error: expect.objectContaining({ error: 'validation_error' }) };
    expect(made).toEqual([0, 1, 2, 3, 4, 5].map((index) => ({ index, ...(index === 2 ? refused : whole) })));

    read = 0;
    for await (const _one of client.generateMany(rows(1_000), { concurrency: 3 })) break;
    expect(read).toBe(3);
    const abort = new AbortController();
    const aborted = async () => {
      for await (const _one of client.generateMany(rows(1_000), { signal: abort.signal })) abort.abort();
    };
    await expect(aborted()).rejects.toThrow('aborted');
  });

  test('waits for Retry-After when the rate of its key is exceeded', async () => {
    await using service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '30' });
    const options = { baseUrl: service.url, key: service.key };
    const impatient = await connect({ ...options, maxWaitSeconds: 1 });
    let status = 200;
    for (let count = 0; count < 40 && status === 200; count++)
      status = (await impatient.GET('/api/v1/countries')).response.status;
    expect(status).toBe(429);
    const patient = await connect(options);
    expect((await patient.GET('/api/v1/countries')).response.status).toBe(200);
  });

  test('stops waiting when the caller aborts', async () => {
    await using service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '1' });
    const client = await connect({ baseUrl: service.url, key: service.key, maxWaitSeconds: 60 });
    expect((await client.GET('/api/v1/countries')).response.status).toBe(200);
    const abort = new AbortController();
    const refused = Promise.withResolvers<void>();
    const watching: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      refused.resolve();
      return response;
    };
    const waiting = (await connect({
      baseUrl: service.url,
      key: service.key,
      maxWaitSeconds: 60,
      fetch: watching,
    })) as unknown as { GET(path: string, options: object): Promise<Called> };
    const call = waiting.GET('/api/v1/countries', { signal: abort.signal });
    await refused.promise;
    abort.abort();
    await expect(call).rejects.toThrow('aborted');
  });
});
