import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IssuedKey } from '../../src/store/api-keys.ts';
import { startService, type TestService } from '../service.ts';
import { databases, type Place } from '../store/databases.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

const FORBIDDEN = { error: 'Forbidden: invalid or revoked API key' };

describe.skipIf(postgres.isSkipped)(`two instances over one ${postgres.title}`, () => {
  /** Names the sessions of these two, so that no other's are cut. */
  const sessionName = `test ${randomBytes(8).toString('hex')}`;
  let place: Place;
  let operator: pg.Client;
  let one: TestService;
  let other: TestService;
  /** Of a new company, and known to both. */
  let issued: IssuedKey;
  let companyId = 'company-0';

  beforeAll(async () => {
    place = await postgres.makePlace();
    const url = new URL(place.options.databaseUrl ?? '');
    operator = new pg.Client(url.href);
    await operator.connect();
    url.searchParams.set('application_name', sessionName);
    const named = { ...place, options: { ...place.options, databaseUrl: url.href } };
    const small = { PDF_PAGES: '1', RENDER_PROCESSES: '1' };
    [one, other] = await Promise.all([startService(named, small), startService(named, small)]);
  });

  afterAll(async () => {
    await Promise.all([one, other].map((service) => service[Symbol.asyncDispose]()));
    await operator.end();
    await place[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    companyId = companyId.replace(/\d+/, (number) => String(Number(number) + 1));
    await one.admin('POST', '/companies', { companyId, name: 'Company' });
    issued = (await one.admin('POST', `/companies/${companyId}/keys`)).json as IssuedKey;
    for (const service of [other, one, other]) expect((await use(service, issued)).status).toBe(200);
  });

  const use = (service: TestService, { key }: { key: string }) =>
    service.send('GET', '/api/v1/templates', { 'x-key': key });

  /** Waits for the status that the other instance shall give to the key, a second at the most. */
  const soon = (status: number) =>
    vi.waitFor(async () => expect((await use(other, issued)).status).toBe(status), {
      timeout: 1_000,
      interval: 10,
    });

  const listeners = async () => {
    const { rows } = await operator.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'`,
      [sessionName],
    );
    return rows.map(({ pid }) => pid);
  };

  test('accept a key at once that the other has issued', async () => {
    const fresh = (await one.admin('POST', `/companies/${companyId}/keys`)).json as IssuedKey;
    const answer = await other.send(
      'POST',
      '/api/v1/documents/generate',
      { 'x-key': fresh.key },
      { templateId: 'senior-backend-developer-agreement', format: 'pdf', data: {} },
    );
    expect([answer.status, answer.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  test('refuse a key within a second that the other has revoked, which itself does at once', async () => {
    await one.admin('DELETE', `/companies/${companyId}/keys/${issued.keyId}`);
    const refusal = await use(one, issued);
    expect([refusal.status, refusal.json]).toEqual([403, FORBIDDEN]);
    await soon(403);
  });

  test('refuse a key within a second that the other has rotated without overlap', async () => {
    const path = `/companies/${companyId}/keys/${issued.keyId}/rotate`;
    const next = (await one.admin('POST', path, { overlapSeconds: 0 })).json as IssuedKey;
    expect((await use(one, issued)).status).toBe(403);
    await soon(403);
    expect((await use(other, next)).status).toBe(200);
  });

  test('refuse the keys of a company within a second that the other has suspended, until it is resumed', async () => {
    await one.admin('PATCH', `/companies/${companyId}`, { suspended: true });
    expect((await use(one, issued)).status).toBe(403);
    await soon(403);
    await one.admin('PATCH', `/companies/${companyId}`, { suspended: false });
    expect((await use(one, issued)).status).toBe(200);
    await soon(200);
  });

  test('know when a key was last used at the other', async () => {
    await use(other, issued);
    await other.admin('GET', `/companies/${companyId}/keys`);
    const { keys } = (await one.admin('GET', `/companies/${companyId}/keys`)).json as { keys: object[] };
    expect(keys).toEqual([expect.objectContaining({ lastUsedAt: expect.stringMatching(/:00\.000Z$/) })]);
  });

  test('refuse within a second also when they could not be told, and are told again soon after', async () => {
    const before = await listeners();
    expect(before).toHaveLength(2);
    await operator.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [before]);
    await one.admin('DELETE', `/companies/${companyId}/keys/${issued.keyId}`);
    await soon(403);
    await vi.waitFor(async () => {
      const after = await listeners();
      expect(after).toHaveLength(2);
      expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    }, 5_000);
    issued = (await one.admin('POST', `/companies/${companyId}/keys`)).json as IssuedKey;
    await use(other, issued);
    await one.admin('DELETE', `/companies/${companyId}/keys/${issued.keyId}`);
    await soon(403);
  });
});
