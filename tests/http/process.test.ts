import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { startProcess } from '../process.ts';
import { databases } from '../store/databases.ts';

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
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe('the process', () => {
  test('does not start with a bad environment, and names every bad variable', async () => {
    await using started = await startEmbedded({ PORT: 'http', ADMIN_TOKEN: 'secret', LOG_LEVEL: 'loud' });
    const { service } = started;
    expect(await service.exit).toEqual([1, null]);
    expect(service.output).toBe(
      [
        'The environment is not right:',
        '  PORT: "http" must be integer',
        '  LOG_LEVEL: "loud" must be one of fatal, error, warn, info, debug, trace, silent',
        '  ADMIN_TOKEN: its value must be a token of at least 32 characters, or two of them separated by a comma',
        '',
      ].join('\n'),
    );
  });

  test('tells a newcomer how to get a key and a document', async () => {
    await using started = await startEmbedded({ ADMIN_TOKEN });
    const { service } = started;
    await service.printed(/-o agreement\.pdf/);
    expect(service.output).toContain('No company has a key yet. From here to a first document:');
  });

  test('finishes what it has accepted after SIGTERM, takes nothing new, and exits with 0', async () => {
    await using started = await startEmbedded({ ADMIN_TOKEN, PDF_PAGES: '1' });
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
    // The last of them is being printed or waits by the time the first is there.
    await accepted[0];
    service.child.kill('SIGTERM');
    for (const { status, bytes } of await Promise.all(accepted)) {
      expect([status, bytes.subarray(-6).toString().trim()]).toEqual([200, '%%EOF']);
    }
    expect(await service.exit).toEqual([0, null]);
    await expect(generate()).rejects.toThrow('ECONNREFUSED');
  });
});
