import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedKey } from '../../../src/service/store/accounts/api-keys.ts';
import { databases, type Place } from '../store/databases.ts';
import { type Administration, startAdministration } from './administration.ts';

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ISSUED = {
  keyId: expect.stringMatching(/^[a-z2-7]{8}$/),
  key: expect.stringMatching(/^dgs_live_[a-z2-7]{8}_[a-z2-7]{58}$/),
  prefix: expect.stringMatching(/^dgs_live_[a-z2-7]{8}$/),
  createdAt: MOMENT,
  rights: ['generate'],
  expiresAt: null,
};
const MINUTE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
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

    /** The list entry of a key that is new and unused. */
    const listed = ({ key, ...issued }: IssuedKey) => ({
      ...issued,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    });

    it('issues a valid key in a response that may not be cached', async () => {
      const { status, headers, body } = await send('POST', KEYS);
      expect(status).toBe(201);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toEqual(ISSUED);
      const { key, keyId, prefix } = body as IssuedKey;
      expect(key.startsWith(`${prefix}_`)).toBe(true);
      expect(await administration.apiKeys.verifyKey(key)).toEqual({
        companyId: 'acme',
        keyId,
        rights: ['generate'],
      });
    });

    it('accepts an empty JSON object instead of no body', async () => {
      expect(await send('POST', KEYS, {})).toMatchObject({ status: 201 });
    });

    it('lists the keys of one company without the secret keys', async () => {
      await send('POST', '/admin/v1/companies', { companyId: 'listed', name: 'Listed' });
      const path = '/admin/v1/companies/listed/keys';
      expect((await send('GET', path)).body).toEqual({ keys: [] });
      const first = (await send('POST', path)).body as IssuedKey;
      const second = (await send('POST', path)).body as IssuedKey;
      await send('DELETE', `${path}/${first.keyId}`);
      expect((await send('GET', path)).body).toEqual({
        keys: [{ ...listed(first), revokedAt: MOMENT }, listed(second)],
      });
    });

    it('revokes a key, and accepts a second revocation', async () => {
      const { key, keyId } = await issue();
      expect(await send('DELETE', `${KEYS}/${keyId}`)).toMatchObject({ status: 204, body: undefined });
      expect(await administration.apiKeys.verifyKey(key)).toBeUndefined();
      expect(await send('DELETE', `${KEYS}/${keyId}`)).toMatchObject({ status: 204, body: undefined });
    });

    it('returns the minute in which a key was last used', async () => {
      await send('POST', '/admin/v1/companies', { companyId: 'busy', name: 'Busy' });
      const path = '/admin/v1/companies/busy/keys';
      const used = (await send('POST', path)).body as IssuedKey;
      const idle = (await send('POST', path)).body as IssuedKey;
      const before = Date.now();
      await administration.apiKeys.verifyKey(used.key);
      await administration.apiKeys.verifyKey(`${idle.key.slice(0, -1)}-`);
      const { body } = await send('GET', path);
      expect(body).toEqual({ keys: [{ ...listed(used), lastUsedAt: MINUTE }, listed(idle)] });
      const [key] = (body as { keys: { lastUsedAt: string }[] }).keys;
      expect(Date.parse(key?.lastUsedAt ?? '')).toBeGreaterThan(before - 60_000);
    });

    describe('rights and life', () => {
      it('are those that were asked for, and a rotated key keeps them', async () => {
        const asked = { rights: ['texts', 'generate', 'texts'], expiresInSeconds: 60 };
        const { status, body } = await send('POST', KEYS, asked);
        const issued = body as { keyId: string; key: string; createdAt: string; expiresAt: string };
        expect([status, body]).toMatchObject([201, { rights: ['texts', 'generate'], expiresAt: MOMENT }]);
        expect(Date.parse(issued.expiresAt) - Date.parse(issued.createdAt)).toBe(60_000);
        const rotated = (await send('POST', `${KEYS}/${issued.keyId}/rotate`)).body as typeof issued;
        expect(rotated).toMatchObject({ rights: ['texts', 'generate'] });
        expect(Date.parse(rotated.expiresAt) - Date.parse(rotated.createdAt)).toBe(60_000);
        expect(await administration.apiKeys.verifyKey(rotated.key)).toEqual({
          companyId: 'acme',
          keyId: rotated.keyId,
          rights: ['texts', 'generate'],
        });
        const { keys } = (await send('GET', KEYS)).body as { keys: (typeof issued)[] };
        expect(keys.find(({ keyId }) => keyId === issued.keyId)).toMatchObject({
          rights: ['texts', 'generate'],
          expiresAt: issued.expiresAt,
        });
      });

      it('may be none: such a key can read', async () => {
        expect(await send('POST', KEYS, { rights: [] })).toMatchObject({ status: 201, body: { rights: [] } });
      });

      it.each<[body: object]>([
        [{ rights: 'texts' }],
        [{ rights: ['admin'] }],
        [{ rights: [null] }],
        [{ expiresInSeconds: 59 }],
        [{ expiresInSeconds: 31_536_001 }],
        [{ expiresInSeconds: 60.5 }],
        [{ expiresInSeconds: '60' }],
        [[]],
      ])('are refused if they are %j', async (body) => {
        const answer = await send('POST', KEYS, body);
        expect(answer).toMatchObject({ status: 422, body: { error: 'unprocessable' } });
        expect((answer.body as { message: string }).message).toMatch(
          / is (?:invalid|missing); expected: .*(?:generate|60)/,
        );
      });
    });

    describe('rotation', () => {
      const rotate = (keyId: string, body?: object) => send('POST', `${KEYS}/${keyId}/rotate`, body);
      const expiryOf = async (keyId: string) => {
        const { keys } = (await send('GET', KEYS)).body as { keys: { keyId: string; expiresAt: string }[] };
        return Date.parse(keys.find((key) => key.keyId === keyId)?.expiresAt ?? '');
      };

      it('issues a new key and keeps the old one valid for a day', async () => {
        const old = await issue();
        const { status, headers, body } = await rotate(old.keyId);
        expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
        expect(body).toEqual(ISSUED);
        const { key, keyId, createdAt } = body as IssuedKey;
        expect(await administration.apiKeys.verifyKey(key)).toEqual({
          companyId: 'acme',
          keyId,
          rights: ['generate'],
        });
        expect(await administration.apiKeys.verifyKey(old.key)).toEqual({
          companyId: 'acme',
          keyId: old.keyId,
          rights: ['generate'],
        });
        expect(await expiryOf(old.keyId)).toBe(Date.parse(String(createdAt)) + 24 * 60 * 60 * 1_000);
      });

      it('refuses the old key at once when there is no overlap', async () => {
        const old = await issue();
        await administration.apiKeys.verifyKey(old.key);
        const { status, body } = await rotate(old.keyId, { overlapSeconds: 0 });
        expect(status).toBe(201);
        expect(await administration.apiKeys.verifyKey(old.key)).toBeUndefined();
        const { key, keyId } = body as IssuedKey;
        expect(await administration.apiKeys.verifyKey(key)).toEqual({
          companyId: 'acme',
          keyId,
          rights: ['generate'],
        });
      });

      it('refuses the old key from when it expires, even while it is in use', async () => {
        const old = await issue();
        const { createdAt } = (await rotate(old.keyId, { overlapSeconds: 1 })).body as IssuedKey;
        const end = Date.parse(String(createdAt)) + 1_000;
        let accepted = 0;
        for (;;) {
          const before = Date.now();
          const caller = await administration.apiKeys.verifyKey(old.key);
          if (caller === undefined) break;
          accepted = before;
          await new Promise(setImmediate);
        }
        expect(accepted).toBeLessThanOrEqual(end);
      });

      it('never extends the life of a key that was rotated before', async () => {
        const old = await issue();
        await rotate(old.keyId, { overlapSeconds: 60 });
        const end = await expiryOf(old.keyId);
        expect(await rotate(old.keyId, { overlapSeconds: 604_800 })).toMatchObject({ status: 201 });
        expect(await expiryOf(old.keyId)).toBe(end);
        await rotate(old.keyId, { overlapSeconds: 30 });
        expect(await expiryOf(old.keyId)).toBeLessThan(end);
      });

      it.each([
        ['was revoked', (keyId: string) => send('DELETE', `${KEYS}/${keyId}`)],
        ['has expired', (keyId: string) => rotate(keyId, { overlapSeconds: 0 })],
      ])('refuses to rotate a key that %s', async (how, end) => {
        const { keyId } = await issue();
        await end(keyId);
        const before = (await send('GET', KEYS)).body;
        const { status, body } = await rotate(keyId);
        expect(status).toBe(409);
        expect(body).toEqual({
          error: 'conflict',
          message: `Key ${keyId} ${how} and cannot be rotated; issue a new one`,
        });
        expect((await send('GET', KEYS)).body).toEqual(before);
      });

      const EXPECTED =
        'for how many seconds the old key is still accepted: a whole number from 0 (refused at once) to 604800 ' +
        '(7 days); 86400 (24 hours) when it is left out.';

      it.each([
        ['too long', { overlapSeconds: 604_801 }, `overlapSeconds is invalid; expected: ${EXPECTED}`],
        ['negative', { overlapSeconds: -1 }, `overlapSeconds is invalid; expected: ${EXPECTED}`],
        ['broken', { overlapSeconds: 1.5 }, `overlapSeconds is invalid; expected: ${EXPECTED}`],
        ['text', { overlapSeconds: '60' }, `overlapSeconds is invalid; expected: ${EXPECTED}`],
        ['a list', [], 'body is invalid; expected: nothing, or a JSON object with overlapSeconds.'],
      ])('explains why it refuses an overlap that is %s', async (_title, body, message) => {
        const { keyId } = await issue();
        expect(await rotate(keyId, body)).toMatchObject({
          status: 422,
          body: { error: 'unprocessable', message },
        });
        expect(await expiryOf(keyId)).toBeNaN();
      });

      it.each([{}, { overlapSeconds: null }, { overlapSeconds: 0 }, { overlapSeconds: 604_800 }])(
        'accepts the body %j',
        async (body) => {
          expect(await rotate((await issue()).keyId, body)).toMatchObject({ status: 201 });
        },
      );
    });

    it('refuses the keys of a company while it is suspended', async () => {
      const { key, keyId } = await issue();
      await send('PATCH', '/admin/v1/companies/acme', { suspended: true });
      expect(await administration.apiKeys.verifyKey(key)).toBeUndefined();
      await send('PATCH', '/admin/v1/companies/acme', { suspended: false });
      expect(await administration.apiKeys.verifyKey(key)).toEqual({
        companyId: 'acme',
        keyId,
        rights: ['generate'],
      });
    });

    it('does not revoke the key of another company', async () => {
      const { key, keyId } = await issue();
      const answer = await send('DELETE', `/admin/v1/companies/other/keys/${keyId}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        error: 'not_found',
        message: `Company other has no key ${keyId}; its list has those there are`,
      });
      expect(await administration.apiKeys.verifyKey(key)).toEqual({
        companyId: 'acme',
        keyId,
        rights: ['generate'],
      });
    });

    it.each([
      ['POST', '/admin/v1/companies/nobody/keys'],
      ['GET', '/admin/v1/companies/nobody/keys'],
      ['DELETE', '/admin/v1/companies/nobody/keys/aaaaaaaa'],
      ['DELETE', `${KEYS}/aaaaaaaa`],
      ['POST', `${KEYS}/aaaaaaaa/rotate`],
      ['POST', '/admin/v1/companies/nobody/keys/aaaaaaaa/rotate'],
      ['DELETE', `${KEYS}/nul%00`],
    ] as const)('answers 404 to a request to %s at %s', async (method, path) => {
      const { status, body } = await send(method, path);
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'not_found', message: expect.any(String) });
    });

    it('logs the ids of issued, rotated and revoked keys, and never a secret key', async () => {
      const { key, keyId } = await issue();
      const next = (await send('POST', `${KEYS}/${keyId}/rotate`)).body as IssuedKey;
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
      expect(lines).toContainEqual(
        expect.objectContaining({
          companyId: 'acme',
          keyId: next.keyId,
          replaces: keyId,
          msg: 'rotated a key',
        }),
      );
      expect(administration.logLines.join('')).not.toContain(next.key.slice(next.prefix.length));
      expect(administration.logLines.join('')).not.toContain(key.slice('dgs_live_'.length + keyId.length));
    });
  });
}
