import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedKey } from '../../src/store/api-keys.ts';
import { databases, type Place } from '../store/databases.ts';
import { type Administration, startAdministration } from './administration.ts';

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const KEYS = '/admin/v1/companies/acme/keys';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`administration of keys over ${title}`, () => {
    let place: Place;
    let administration: Administration;

    beforeAll(async () => {
      place = await makePlace();
      administration = await startAdministration(place);
      await administration.send('POST', '/admin/v1/companies', { companyId: 'acme', name: 'Acme' });
      await administration.send('POST', '/admin/v1/companies', { companyId: 'other', name: 'Other' });
    });

    afterAll(async () => {
      await administration[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    const send: Administration['send'] = (...request) => administration.send(...request);
    const issue = async () => (await send('POST', KEYS)).body as IssuedKey;

    it('issues a key that works, and that no cache may keep', async () => {
      const { status, headers, body } = await send('POST', KEYS);
      expect(status).toBe(201);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toEqual({
        keyId: expect.stringMatching(/^[a-z2-7]{8}$/),
        key: expect.stringMatching(/^dgs_live_[a-z2-7]{8}_[a-z2-7]{58}$/),
        prefix: expect.stringMatching(/^dgs_live_[a-z2-7]{8}$/),
        createdAt: MOMENT,
      });
      const { key, keyId, prefix } = body as IssuedKey;
      expect(key.startsWith(`${prefix}_`)).toBe(true);
      expect(await administration.apiKeys.verifyKey(key)).toEqual({ companyId: 'acme', keyId });
    });

    it('accepts an empty JSON object in place of no body', async () => {
      expect(await send('POST', KEYS, {})).toMatchObject({ status: 201 });
    });

    it('lists the keys of one company, and never the keys themselves', async () => {
      await send('POST', '/admin/v1/companies', { companyId: 'listed', name: 'Listed' });
      const path = '/admin/v1/companies/listed/keys';
      expect((await send('GET', path)).body).toEqual({ keys: [] });
      const first = (await send('POST', path)).body as IssuedKey;
      const second = (await send('POST', path)).body as IssuedKey;
      await send('DELETE', `${path}/${first.keyId}`);
      expect((await send('GET', path)).body).toEqual({
        keys: [
          { keyId: first.keyId, prefix: first.prefix, createdAt: first.createdAt, revokedAt: MOMENT },
          { keyId: second.keyId, prefix: second.prefix, createdAt: second.createdAt, revokedAt: null },
        ],
      });
    });

    it('revokes a key, and again without complaint', async () => {
      const { key, keyId } = await issue();
      expect(await send('DELETE', `${KEYS}/${keyId}`)).toMatchObject({ status: 204, body: undefined });
      expect(await administration.apiKeys.verifyKey(key)).toBeUndefined();
      expect(await send('DELETE', `${KEYS}/${keyId}`)).toMatchObject({ status: 204, body: undefined });
    });

    it('refuses the keys of a suspended company until it is resumed', async () => {
      const { key, keyId } = await issue();
      await send('PATCH', '/admin/v1/companies/acme', { suspended: true });
      expect(await administration.apiKeys.verifyKey(key)).toBeUndefined();
      await send('PATCH', '/admin/v1/companies/acme', { suspended: false });
      expect(await administration.apiKeys.verifyKey(key)).toEqual({ companyId: 'acme', keyId });
    });

    it('does not revoke the key of another company', async () => {
      const { key, keyId } = await issue();
      const answer = await send('DELETE', `/admin/v1/companies/other/keys/${keyId}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        error: 'not_found',
        message: `Company other has no key ${keyId}; GET …/keys lists its keys`,
      });
      expect(await administration.apiKeys.verifyKey(key)).toEqual({ companyId: 'acme', keyId });
    });

    it.each([
      ['POST', '/admin/v1/companies/nobody/keys'],
      ['GET', '/admin/v1/companies/nobody/keys'],
      ['DELETE', '/admin/v1/companies/nobody/keys/aaaaaaaa'],
      ['DELETE', `${KEYS}/aaaaaaaa`],
      ['DELETE', `${KEYS}/nul%00`],
    ] as const)('finds nothing to %s at %s', async (method, path) => {
      const { status, body } = await send(method, path);
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'not_found', message: expect.any(String) });
    });

    it('logs which key was issued and revoked, and never a key', async () => {
      const { key, keyId } = await issue();
      await send('DELETE', `${KEYS}/${keyId}`);
      const lines = administration.logLines
        .filter((line) => line.includes(keyId))
        .map((line) => JSON.parse(line));
      expect(lines).toContainEqual(
        expect.objectContaining({ companyId: 'acme', keyId, msg: 'issued a key' }),
      );
      expect(lines).toContainEqual(
        expect.objectContaining({ companyId: 'acme', keyId, msg: 'revoked a key' }),
      );
      expect(administration.logLines.join('')).not.toContain(key.slice('dgs_live_'.length + keyId.length));
    });
  });
}
