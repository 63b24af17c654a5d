import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataUrl, PNG_LOGO, SVG_LOGO } from '../profiles/pictures.ts';
import { databases, type Place } from '../store/databases.ts';
import { type Administration, startAdministration } from './administration.ts';

const PATH = '/admin/v1/companies/acme/profile';
const PROFILE = {
  legalName: 'Acme Limited',
  logo: dataUrl('svg+xml', SVG_LOGO),
  accentColour: '#0b5d3b',
  paper: 'Letter',
};

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`administration of company profiles over ${title}`, () => {
    let place: Place;
    let administration: Administration;

    beforeAll(async () => {
      place = await makePlace();
      administration = await startAdministration(place);
      await administration.send('POST', '/admin/v1/companies', { companyId: 'acme', name: 'Acme' });
    });

    afterAll(async () => {
      await administration[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    const send: Administration['send'] = (...request) => administration.send(...request);

    it('replaces the whole profile and returns it', async () => {
      expect(await send('PUT', PATH, { footer: 'old' })).toMatchObject({
        status: 200,
        body: { footer: 'old' },
      });
      const replaced = await send('PUT', PATH, { ...PROFILE, address: null, country: ' ' });
      expect({ status: replaced.status, body: replaced.body }).toEqual({ status: 200, body: PROFILE });
      expect(await send('GET', PATH)).toMatchObject({ status: 200, body: PROFILE });
    });

    it('deletes the profile', async () => {
      await send('PUT', PATH, {});
      expect(await send('DELETE', PATH)).toMatchObject({ status: 204, body: undefined });
      const body = {
        error: 'not_found',
        message: 'The company acme has no profile; PUT /admin/v1/companies/acme/profile sets one',
      };
      expect(await send('GET', PATH)).toMatchObject({ status: 404, body });
      expect(await send('DELETE', PATH)).toMatchObject({ status: 404, body });
    });

    it('answers 404 for an unknown company', async () => {
      for (const method of ['PUT', 'GET', 'DELETE'] as const)
        expect(
          await send(method, '/admin/v1/companies/nobody/profile', method === 'PUT' ? {} : undefined),
        ).toMatchObject({
          status: 404,
          body: { error: 'not_found', message: expect.stringContaining('There is no company nobody') },
        });
    });

    it('answers 422 with every invalid field, and keeps the old profile', async () => {
      await send('PUT', PATH, { footer: 'kept' });
      const refused = await send('PUT', PATH, { legalName: 5, paper: 'A3', colour: '#000000' });
      expect(refused).toMatchObject({ status: 422 });
      expect(refused.body).toEqual({
        error: 'validation_error',
        message: 'The profile has fields that are not valid: colour, legalName, paper',
        details: {
          missing_fields: [],
          invalid_fields: [
            {
              field: 'colour',
              message:
                'is not known; there are legalName, address, country, registrationNumber, type, ' +
                'logo, accentColour, footer, paper',
            },
            { field: 'legalName', message: 'must be a string' },
            { field: 'paper', message: 'must be one of: A4, Letter' },
          ],
        },
      });
      expect(await send('GET', PATH)).toMatchObject({ body: { footer: 'kept' } });
    });

    it('accepts a logo of 256 KiB', async () => {
      const logo = dataUrl('png', Buffer.concat([PNG_LOGO, Buffer.alloc(256 * 1_024 - PNG_LOGO.length)]));
      expect(await send('PUT', PATH, { logo })).toMatchObject({ status: 200, body: { logo } });
    });

    it('logs each change without the content of the profile', async () => {
      await send('PUT', PATH, PROFILE);
      const lines = administration.logLines.join('');
      expect(lines).toContain("replaced a company's profile");
      expect(lines).not.toContain('Acme Limited');
      expect(lines).not.toContain('#0b5d3b');
    });
  });
}
