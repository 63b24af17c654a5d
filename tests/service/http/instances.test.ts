import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IssuedKey } from '../../../src/service/store/accounts/api-keys.ts';
import { type Instances, postgres, startInstances } from '../../instances.ts';
import type { TestService } from '../../service.ts';

const FORBIDDEN = { error: 'Forbidden: invalid or revoked API key' };

describe.skipIf(postgres.isSkipped)(`two instances over one ${postgres.title}`, () => {
  let instances: Instances;
  let one: TestService;
  let other: TestService;
  /** The key of a new company, which both instances have cached. */
  let issued: IssuedKey;
  let companyId = 'company-0';

  beforeAll(async () => {
    instances = await startInstances();
    ({ one, other } = instances);
  });
  afterAll(() => instances[Symbol.asyncDispose]());

  beforeEach(async () => {
    companyId = companyId.replace(/\d+/, (number) => String(Number(number) + 1));
    await one.admin('POST', '/companies', { companyId, name: 'Company' });
    issued = (await one.admin('POST', `/companies/${companyId}/keys`)).json as IssuedKey;
    for (const service of [other, one, other]) expect((await use(service, issued)).status).toBe(200);
  });

  const use = (service: TestService, { key }: { key: string }) =>
    service.send('GET', '/api/v1/templates', { 'x-key': key });

  /** Waits until the other instance answers the key with this status. Without a notice, it would take 30 s. */
  const soon = (status: number) =>
    vi.waitFor(async () => expect((await use(other, issued)).status).toBe(status), {
      timeout: 60_000,
      interval: 10,
    });

  test('accept at once a key that the other has issued', async () => {
    const fresh = (await one.admin('POST', `/companies/${companyId}/keys`)).json as IssuedKey;
    const answer = await other.send(
      'POST',
      '/api/v1/documents/generate',
      { 'x-key': fresh.key },
      { templateId: 'senior-backend-developer-agreement', format: 'pdf', data: {} },
    );
    expect([answer.status, answer.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  test('refuse within a second a key that the other has revoked', async () => {
    await one.admin('DELETE', `/companies/${companyId}/keys/${issued.keyId}`);
    const refusal = await use(one, issued);
    expect([refusal.status, refusal.json]).toEqual([403, FORBIDDEN]);
    await soon(403);
  });

  test('refuse within a second a key that the other has rotated without overlap', async () => {
    const path = `/companies/${companyId}/keys/${issued.keyId}/rotate`;
    const next = (await one.admin('POST', path, { overlapSeconds: 0 })).json as IssuedKey;
    expect((await use(one, issued)).status).toBe(403);
    await soon(403);
    expect((await use(other, next)).status).toBe(200);
  });

  test('accept both keys during the overlap after the other has rotated one, and then only the new key', async () => {
    const path = `/companies/${companyId}/keys/${issued.keyId}/rotate`;
    const next = (await one.admin('POST', path, { overlapSeconds: 60 })).json as IssuedKey;
    for (const service of [other, one])
      expect([(await use(service, next)).status, (await use(service, issued)).status]).toEqual([200, 200]);
    const last = (
      await one.admin('POST', `/companies/${companyId}/keys/${next.keyId}/rotate`, { overlapSeconds: 1 })
    ).json as IssuedKey;
    await vi.waitFor(
      async () => {
        for (const service of [other, one]) expect((await use(service, next)).status).toBe(403);
      },
      { timeout: 60_000, interval: 10 },
    );
    expect((await use(other, last)).status).toBe(200);
  });

  test('refuse within a second the keys of a company that the other has suspended, until it is resumed', async () => {
    await one.admin('PATCH', `/companies/${companyId}`, { suspended: true });
    expect((await use(one, issued)).status).toBe(403);
    await soon(403);
    await one.admin('PATCH', `/companies/${companyId}`, { suspended: false });
    expect((await use(one, issued)).status).toBe(200);
    await soon(200);
  });

  test('return the last use of a key at the other', async () => {
    await use(other, issued);
    await other.admin('GET', `/companies/${companyId}/keys`);
    const { keys } = (await one.admin('GET', `/companies/${companyId}/keys`)).json as { keys: object[] };
    expect(keys).toEqual([expect.objectContaining({ lastUsedAt: expect.stringMatching(/:00\.000Z$/) })]);
  });

  test('refuse a key within a second even without notices, and soon receive notices again', async () => {
    const { listeners, cutListeners, operator } = instances;
    const before = await listeners();
    expect(before).toHaveLength(2);
    await cutListeners();
    // Directly in the database, so that neither instance does it.
    await operator.query('UPDATE api_keys SET revoked_at = now() WHERE key_id = $1', [issued.keyId]);
    await soon(403);
    await vi.waitFor(async () => {
      const after = await listeners();
      expect(after).toHaveLength(2);
      expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    }, 60_000);
    issued = (await one.admin('POST', `/companies/${companyId}/keys`)).json as IssuedKey;
    await use(other, issued);
    await one.admin('DELETE', `/companies/${companyId}/keys/${issued.keyId}`);
    await soon(403);
  });
});
