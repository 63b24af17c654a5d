import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { startEmbedded } from '../service.ts';
import { test } from '../shared-service.ts';
import { bin, CLIENT, installed, installPacked } from './packed.ts';

const run = promisify(execFile);

/** Of the package; importing the types would need it installed where these tests are checked. */
type Client = Readonly<
  Record<
    'documents' | 'document' | 'generate' | 'validate' | 'preview' | 'compare' | 'read' | 'GET',
    (...parameters: unknown[]) => Promise<Record<string, unknown>>
  >
>;

const PARTIES = { parties: [{ fullName: 'Ada Obi' }] };
const WORD = { templateId: 'non-disclosure-agreement', format: 'docx', data: PARTIES };

describe.skipIf(installed.isSkipped)(installed.title, () => {
  const connect = async (options: object): Promise<Client> =>
    (await import(path.join(CLIENT, 'src', 'client.ts'))).createDocumentClient(options);

  test('is generated from the current interface description', async () => {
    const generate = [path.join('..', 'openapi.json'), '--output', path.join('src', 'interface.d.ts')];
    const { stderr } = await run(bin('openapi-typescript'), [...generate, '--check'], { cwd: CLIENT });
    expect(stderr).not.toContain('⚠');
  });

  test('installs into an empty application as packed, where it runs and its types are right', async ({
    service,
  }) => {
    await using application = await installPacked();
    const types = await readFile(path.join(CLIENT, 'tests', 'types.ts'), 'utf8');
    expect((types.match(/@ts-expect-error/g) ?? []).length).toBeGreaterThan(10);
    await writeFile(path.join(application.folder, 'types.ts'), types);
    const program = `
      import { createDocumentClient, DocumentServiceError } from 'document-generation-client';
      const { URL: baseUrl, KEY: key } = process.env;
      const client = createDocumentClient({ baseUrl, key });
      const made = await client.generate(${JSON.stringify(WORD)});
      const wrong = await client.validate({ ...${JSON.stringify(WORD)}, data: {} }).catch((error) => error);
      console.log(JSON.stringify([made.contentType, made.version, wrong instanceof DocumentServiceError, wrong]));
    `;
    await writeFile(path.join(application.folder, 'program.js'), program);
    const env = { PATH: process.env.PATH, URL: service.url, KEY: service.key };
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: application.folder, env });
    expect(JSON.parse(stdout)).toEqual([
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      '1.0.0',
      true,
      expect.objectContaining({ status: 400, code: 'validation_error', missingFields: ['parties'] }),
    ]);
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const options = ['--noEmit', '--strict', '--module', module, '--moduleResolution', resolution];
      const libraries = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
      await expect(
        run(bin('tsc'), [...options, ...libraries, 'types.ts'], { cwd: application.folder }),
      ).resolves.toEqual({ stdout: '', stderr: '' });
    }
  });

  test('makes, checks, shows, compares and reads documents', async ({ service }) => {
    const client = await connect({ baseUrl: `${service.url}/`, key: service.key });
    const { format: _, ...shown } = WORD;
    const made = await client.generate(WORD);
    expect(made).toEqual({
      bytes: expect.any(Uint8Array),
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      documentId: expect.stringMatching(/^[\da-f-]{36}$/),
      version: '1.0.0',
      warnings: 0,
      blanks: expect.any(Number),
      digest: made.digest,
    });
    const { blanks } = (await client.validate(WORD)) as { readonly blanks: readonly string[] };
    expect(blanks.length).toBe(made.blanks);
    expect(await client.preview(shown)).toMatchObject({ contentType: 'application/pdf', version: '1.0.0' });
    const other = { data: { parties: [{ fullName: 'Bola Ade' }] } };
    const { templateId } = WORD;
    const { documentId } = made;
    const compared = await client.compare({ templateId, from: { data: PARTIES }, to: other });
    expect(compared).toMatchObject({ contentType: made.contentType, warnings: 0 });
    expect(await client.read(made.bytes)).toMatchObject({ verdict: 'as made', data: PARTIES });
    const file = new Blob([made.bytes as Uint8Array<ArrayBuffer>]);
    const { data } = WORD;
    expect(await client.read(file, { data, against: compared.bytes, documentId })).toMatchObject({
      document: { documentId },
      baseline: 'against',
      verdict: 'changed',
    });
  });

  test('lists the documents of its key, and finds one', async ({ service }) => {
    const { key } = (await service.admin('POST', `/companies/${service.companyId}/keys`)).json as {
      readonly key: string;
    };
    const client = await connect({ baseUrl: service.url, key });
    const { documentId, digest } = await client.generate(WORD);
    const second = await client.generate({ ...WORD, templateId: 'esg-policy', data: {} });
    const entry = expect.objectContaining({ documentId, sha256: digest, outcome: 'ok' });
    expect(await client.documents({ sha256: digest })).toEqual({ documents: [entry], nextCursor: null });
    expect(await client.document(documentId)).toEqual({ documents: [entry], nextCursor: null });
    const newest = await client.documents({ limit: 1 });
    expect(newest).toMatchObject({ documents: [{ documentId: second.documentId }] });
    const rest = await client.documents({ before: newest.nextCursor, templateId: undefined });
    expect(rest).toEqual({ documents: [entry], nextCursor: null });
    await expect(client.document('5d41402a-bc4b-8a76-b971-9d911017c592')).rejects.toMatchObject({
      ...{ status: 404, code: 'not_found' },
    });
  });

  test('makes the same document again after an answer was lost', async ({ service }) => {
    const sent: unknown[] = [];
    const ids: (string | null)[] = [];
    const losing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      sent.push(JSON.parse(String(init?.body)));
      ids.push(answer.headers.get('x-document-id'));
      if (ids.length === 1) throw new TypeError('fetch failed');
      return answer;
    };
    const client = await connect({ baseUrl: service.url, key: service.key, fetch: losing });
    const made = await client.generate(WORD);
    expect(ids).toEqual([made.documentId, made.documentId]);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(sent[0]).toEqual({ ...WORD, options: { at } });
    expect(sent[1]).toEqual(sent[0]);
  });

  test('makes all of 1,000 requests that are sent at once, with its defaults', async ({ service }) => {
    const client = await connect({ baseUrl: service.url, key: service.key });
    const requests = Array.from({ length: 1_000 }, () => client.validate(WORD));
    const valid = await Promise.all(requests);
    expect(valid.filter((one) => one.valid === true).length).toBe(1_000);
  });

  test('waits until a service has a place again that refuses what it cannot begin', async () => {
    await using service = await startEmbedded({ MAX_QUEUE: '0', QUEUE_TIMEOUT_MS: '1000' });
    const body = { ...WORD, format: 'pdf' };
    const statuses: number[] = [];
    const watching: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      statuses.push(answer.status);
      return answer;
    };
    const generate = async (patience: object) => {
      const client = await connect({ baseUrl: service.url, key: service.key, fetch: watching, ...patience });
      const made = await Promise.allSettled(Array.from({ length: 30 }, () => client.generate(body)));
      return made.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await generate({})).toBe(30);
    expect(statuses).toContain(503);
    expect(await generate({ patienceMs: 0 })).toBeLessThan(30);
  });

  test('generates many documents, reads no further ahead than it sends, and ends what is under way', async ({
    service,
  }) => {
    const client = (await connect({ baseUrl: service.url, key: service.key })) as unknown as {
      generateMany(requests: Iterable<object>, options: object): AsyncIterable<{ readonly index: number }>;
    };
    let read = 0;
    function* rows(amount: number) {
      for (let index = 0; index < amount; index++) {
        read += 1;
        yield { ...WORD, data: index === 2 ? { governingLaw: 'Atlantis' } : PARTIES };
      }
    }
    const made: { readonly index: number }[] = [];
    for await (const one of client.generateMany(rows(6), { concurrency: 2 })) made.push(one);
    made.sort((one, other) => one.index - other.index);
    const whole = expect.objectContaining({ bytes: expect.any(Uint8Array), warnings: 0, version: '1.0.0' });
    expect(made).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) =>
        index === 2
          ? { index, error: expect.objectContaining({ status: 400, missingFields: ['parties'] }) }
          : whole,
      ),
    );
    expect(made.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);

    read = 0;
    for await (const _one of client.generateMany(rows(1_000), { concurrency: 3 })) break;
    expect(read).toBe(3);
    const abort = new AbortController();
    const aborted = async () => {
      for await (const _one of client.generateMany(rows(1_000), { signal: abort.signal })) abort.abort();
    };
    await expect(aborted()).rejects.toThrow('aborted');
  });

  test('waits as Retry-After says when the key is over its rate, also below its typed paths', async () => {
    // A key gets its next request after five seconds, in which a busy machine answers all of these.
    await using service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '12' });
    const statuses: number[] = [];
    const watching: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      statuses.push(answer.status);
      return answer;
    };
    const client = await connect({ baseUrl: service.url, key: service.key, fetch: watching });
    const asked = Array.from({ length: 14 }, () => client.GET('/api/v1/countries', {}));
    const answers = (await Promise.all(asked)) as unknown as { readonly response: Response }[];
    expect(answers.map(({ response }) => response.status)).toEqual(answers.map(() => 200));
    expect(statuses).toContain(429);
  });
});
