import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../store/databases.ts';
import { type Administration, startAdministration } from './administration.ts';

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`administration of companies over ${title}`, () => {
    let place: Place;
    let administration: Administration;

    beforeAll(async () => {
      place = await makePlace();
      administration = await startAdministration(place);
    });

    afterAll(async () => {
      await administration[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    const send: Administration['send'] = (...request) => administration.send(...request);

    it('lists no companies before the first one is created', async () => {
      expect(await send('GET', '/admin/v1/companies')).toMatchObject({
        status: 200,
        body: { companies: [] },
      });
    });

    it('creates and lists a company', async () => {
      const created = await send('POST', '/admin/v1/companies', { companyId: 'acme', name: 'Acme Ltd' });
      const company = {
        companyId: 'acme',
        name: 'Acme Ltd',
        createdAt: MOMENT,
        suspended: false,
        suspendedAt: null,
      };
      expect(created).toMatchObject({ status: 201, body: company });
      const { body } = await send('GET', '/admin/v1/companies');
      expect(body).toEqual({ companies: [company] });
    });

    it('refuses a second company with the same id, and does not change the first', async () => {
      await send('POST', '/admin/v1/companies', { companyId: 'twice', name: 'First' });
      const second = await send('POST', '/admin/v1/companies', { companyId: 'twice', name: 'Second' });
      expect(second).toMatchObject({ status: 409 });
      expect(second.body).toEqual({
        error: 'conflict',
        message: 'There is a company twice already; choose another companyId',
      });
      expect(await send('PATCH', '/admin/v1/companies/twice', { suspended: false })).toMatchObject({
        body: { name: 'First' },
      });
    });

    it('creates a company once when two requests create it at the same time', async () => {
      const body = { companyId: 'race', name: 'Race' };
      const answers = await Promise.all([
        send('POST', '/admin/v1/companies', body),
        send('POST', '/admin/v1/companies', body),
        send('POST', '/admin/v1/companies', body),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    });

    it('renames, suspends and resumes a company, and changes nothing else', async () => {
      await send('POST', '/admin/v1/companies', { companyId: 'moving', name: 'Old' });
      const change = async (body: object) => (await send('PATCH', '/admin/v1/companies/moving', body)).body;
      const company = { companyId: 'moving', createdAt: MOMENT };
      const suspended = { ...company, name: 'Old', suspended: true, suspendedAt: MOMENT };
      const first = await change({ suspended: true });
      expect(first).toEqual(suspended);
      expect(await change({ suspended: true })).toEqual(first);
      expect(await change({ name: 'New' })).toEqual({ ...(first as object), name: 'New' });
      const resumed = { ...company, name: 'New', suspended: false, suspendedAt: null };
      expect(await change({ suspended: false })).toEqual(resumed);
      expect(await change({ name: 'Newer', suspended: true })).toEqual({ ...suspended, name: 'Newer' });
    });

    it.each(['nobody', 'Not-A-Slug', 'nul%00', 'a%2Fb', "'%3B--"])(
      'answers 404 for the company %s',
      async (companyId) => {
        const answer = await send('PATCH', `/admin/v1/companies/${companyId}`, { name: 'Anything' });
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual({ error: 'not_found', message: expect.any(String) });
      },
    );

    const SLUG =
      'expected: lower-case letters and digits in groups joined by single hyphens, at most 64 characters.';
    const NAME =
      'expected: a text that is not blank, at most 200 characters, none of them a control character.';

    it.each([
      ['nothing', {}, `companyId is missing; ${SLUG} name is missing; ${NAME}`],
      ['a blank name', { companyId: 'ok', name: ' ' }, `name is missing; ${NAME}`],
      ['null', { companyId: null, name: 'Ok' }, `companyId is missing; ${SLUG}`],
      ['capitals', { companyId: 'Acme', name: 'Ok' }, `companyId is invalid; ${SLUG}`],
      ['a hyphen at the end', { companyId: 'acme-', name: 'Ok' }, `companyId is invalid; ${SLUG}`],
      ['an id that is too long', { companyId: 'a'.repeat(65), name: 'Ok' }, `companyId is invalid; ${SLUG}`],
      ['a number as the name', { companyId: 'ok', name: 5 }, `name is invalid; ${NAME}`],
      ['a control character', { companyId: 'ok', name: 'a\u0000b' }, `name is invalid; ${NAME}`],
      ['a name that is too long', { companyId: 'ok', name: 'n'.repeat(201) }, `name is invalid; ${NAME}`],
      ['a list', [], 'body is invalid; expected: a JSON object with companyId and name.'],
      ['no body', undefined, `companyId is missing; ${SLUG} name is missing; ${NAME}`],
    ])('explains why it refuses to create a company with %s', async (_title, body, message) => {
      const answer = await send('POST', '/admin/v1/companies', body);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ error: 'unprocessable', message });
    });

    it.each([
      [
        'nothing',
        {},
        'body is invalid; expected: a JSON object with a name that is not blank, with suspended, or with both.',
      ],
      [
        'only an unknown field',
        { companyId: 'other' },
        'body is invalid; expected: a JSON object with a name that is not blank, with suspended, or with both.',
      ],
      [
        'a string as a flag',
        { suspended: 'true' },
        "suspended is invalid; expected: true, to refuse all of the company's keys, or false, to accept them again.",
      ],
      [
        'a blank name',
        { name: ' ' },
        'body is invalid; expected: a JSON object with a name that is not blank, with suspended, or with both.',
      ],
    ])('explains why it refuses to change a company with %s', async (_title, body, message) => {
      const answer = await send('PATCH', '/admin/v1/companies/acme', body);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ error: 'unprocessable', message });
    });
  });
}
