import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../store/databases.ts';
import { ADMIN_TOKEN, type Administration, startAdministration } from './administration.ts';

const ROUTES = [
  ['POST', '/admin/v1/companies'],
  ['GET', '/admin/v1/companies'],
  ['PATCH', '/admin/v1/companies/{companyId}'],
  ['POST', '/admin/v1/companies/{companyId}/keys'],
  ['GET', '/admin/v1/companies/{companyId}/keys'],
  ['DELETE', '/admin/v1/companies/{companyId}/keys/{keyId}'],
  ['PUT', '/admin/v1/companies/{companyId}/templates/{templateId}/versions/{version}'],
  ['GET', '/admin/v1/companies/{companyId}/templates'],
  ['GET', '/admin/v1/companies/{companyId}/templates/{templateId}/versions/{version}'],
  ['DELETE', '/admin/v1/companies/{companyId}/templates/{templateId}/versions/{version}'],
  ['GET', '/admin/v1/companies/{companyId}/documents'],
  ['GET', '/admin/v1/documents/{document}'],
] as const;

describe('access to the administration', () => {
  let place: Place;
  let administration: Administration;

  beforeAll(async () => {
    const [embedded] = databases;
    if (embedded === undefined) throw new Error('there is no database to test over');
    place = await embedded.makePlace();
    administration = await startAdministration(place);
  });

  afterAll(async () => {
    await administration[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const ask = (method: (typeof ROUTES)[number][0], url: string, authorization?: string) =>
    administration.app.inject({
      method,
      url: url.replaceAll(/[{}]/g, ''),
      headers: authorization === undefined ? {} : { authorization },
    });

  describe.each(ROUTES)('%s %s', (method, url) => {
    it.each([undefined, '', 'Bearer', `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}`, ADMIN_TOKEN])(
      'answers 401 when Authorization is %j',
      async (authorization) => {
        const answer = await ask(method, url, authorization);
        expect(answer.statusCode).toBe(401);
        expect(answer.headers['www-authenticate']).toBe('Bearer realm="administration"');
        expect(answer.json()).toEqual({
          error: 'unauthorized',
          message: 'Send the administration token: Authorization: Bearer <ADMIN_TOKEN>',
        });
      },
    );

    it.each(['wrong', ADMIN_TOKEN.slice(0, -1), `${ADMIN_TOKEN}x`, ADMIN_TOKEN.toUpperCase()])(
      'refuses the token %j with 403',
      async (token) => {
        const answer = await ask(method, url, `Bearer ${token}`);
        expect(answer.statusCode).toBe(403);
        expect(answer.json()).toEqual({
          error: 'forbidden',
          message: 'This is not the administration token of this service',
        });
      },
    );

    it('is in the interface description', async () => {
      const { paths } = (await administration.app.inject('/openapi.json')).json();
      expect(paths?.[url]?.[method.toLowerCase()]).toMatchObject({
        tags: ['administration'],
        summary: expect.stringMatching(/./),
        security: [{ adminToken: [] }],
        responses: { 401: expect.anything(), 403: expect.anything(), 503: expect.anything() },
      });
    });
  });

  it('accepts the scheme name in upper and lower case', async () => {
    const answer = await ask('GET', '/admin/v1/companies', `bearer ${ADMIN_TOKEN}`);
    expect(answer.statusCode).toBe(200);
  });

  it('answers 401 without a token before it reads the body', async () => {
    const answer = await administration.app.inject({
      method: 'POST',
      url: '/admin/v1/companies',
      headers: { 'content-type': 'application/json' },
      payload: '{ not JSON',
    });
    expect(answer.statusCode).toBe(401);
  });
});
