import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../service.ts';
import { databases, type Place } from '../store/databases.ts';

const NDA = {
  templateId: 'non-disclosure-agreement',
  format: 'pdf',
  data: { parties: [{ rcName: 'Acme Limited' }] },
};
const STUDIO = 'studio-booking-agreement';
const EMPLOYMENT = 'senior-backend-developer-agreement';

const UNKNOWN_KEY = `dgs_live_aaaaaaaa_${'a'.repeat(58)}`;

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`POST /api/v1/documents/generate, ${title}`, () => {
    let place: Place;
    let service: TestService;
    beforeAll(async () => {
      place = await makePlace();
      service = await startService(place, { RATE_LIMIT_PER_MINUTE: '0' });
    });
    afterAll(async () => {
      await service[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    const post = (headers: Record<string, string | string[]>, body?: unknown) =>
      service.send('POST', '/api/v1/documents/generate', headers, body);

    describe('checks 1 and 2: the key', () => {
      test.each([
        ['no X-Key', {}],
        ['an empty X-Key', { 'x-key': '' }],
        ['a blank X-Key', { 'x-key': '  ' }],
      ])('answers 401 to %s, whatever the body', async (_case, headers) => {
        const answer = await post(headers as Record<string, string>, '{');
        expect([answer.status, answer.json]).toEqual([
          401,
          { error: 'Unauthorized: the X-Key header is missing; send your company API key in it' },
        ]);
      });

      test.each([
        ['a key in another format', 'secret'],
        ['a key that was never issued', UNKNOWN_KEY],
      ])('answers 403 to %s, whatever the body', async (_case, key) => {
        const answer = await post({ 'x-key': key }, '{');
        expect([answer.status, answer.json]).toEqual([
          403,
          { error: 'Forbidden: invalid or revoked API key' },
        ]);
      });

      test('answers 403 to two X-Key headers, even if one is valid', async () => {
        const answer = await post({ 'x-key': [service.key, service.key] }, NDA);
        expect([answer.status, answer.json]).toEqual([
          403,
          { error: 'Forbidden: invalid or revoked API key' },
        ]);
      });

      test('answers 403 to a revoked key', async () => {
        const { key, keyId } = (await service.admin('POST', '/companies/acme/keys')).json as Record<
          string,
          string
        >;
        expect((await post({ 'x-key': key ?? '' }, NDA)).status).toBe(200);
        await service.admin('DELETE', `/companies/acme/keys/${keyId}`);
        const answer = await post({ 'x-key': key ?? '' }, NDA);
        expect([answer.status, answer.json]).toEqual([
          403,
          { error: 'Forbidden: invalid or revoked API key' },
        ]);
      });

      test('answers 403 to a key while its company is suspended', async () => {
        await service.admin('POST', '/companies', { companyId: 'late-payer', name: 'Late Payer' });
        const { key = '' } = (await service.admin('POST', '/companies/late-payer/keys')).json as Record<
          string,
          string
        >;
        await service.admin('PATCH', '/companies/late-payer', { suspended: true });
        const answer = await post({ 'x-key': key }, NDA);
        expect([answer.status, answer.json]).toEqual([
          403,
          { error: 'Forbidden: invalid or revoked API key' },
        ]);
        await service.admin('PATCH', '/companies/late-payer', { suspended: false });
        expect((await post({ 'x-key': key }, NDA)).status).toBe(200);
      });
    });

    describe('check 4: the body as bytes', () => {
      test('answers 415 to a content type other than JSON', async () => {
        const answer = await post({ 'x-key': service.key, 'content-type': 'text/plain' }, 'hello');
        expect([answer.status, answer.json]).toEqual([
          415,
          { error: 'unsupported_media_type', message: 'Content-Type must be application/json' },
        ]);
      });

      test('answers 413 to a body over the limit', async () => {
        const answer = await service.generate({ ...NDA, data: { project: 'x'.repeat(10_000_000) } });
        expect([answer.status, answer.json]).toEqual([
          413,
          { error: 'body_too_large', message: 'The body must not be larger than 262144 bytes' },
        ]);
      });

      test('answers 400 to an empty body', async () => {
        const answer = await post({ 'x-key': service.key, 'content-type': 'application/json' });
        expect([answer.status, answer.json]).toEqual([
          400,
          { error: 'validation_error', message: 'The body is empty', details: { missing_fields: [] } },
        ]);
      });

      test('answers 400 to a body that is not JSON, and keeps the connection open', async () => {
        const answer = await post(
          { 'x-key': service.key, 'content-type': 'application/json' },
          '{"templateId":',
        );
        expect([answer.status, answer.json]).toEqual([
          400,
          {
            error: 'validation_error',
            message: 'The body must be JSON in UTF-8; it stops being JSON at line 1, column 15',
            details: { missing_fields: [] },
          },
        ]);
        expect(answer.headers.connection).not.toBe('close');
      });
    });

    describe('check 5: the envelope', () => {
      const invalid = (field: string, message: string) => ({
        error: 'validation_error',
        message: `Invalid fields: ${field}.`,
        details: { missing_fields: [], invalid_fields: [{ field, message }] },
      });
      test.each([
        [[], invalid('body', 'must be an object')],
        ['"text"', invalid('body', 'must be an object')],
        [{ ...NDA, format: 'odt' }, invalid('format', 'must be one of: pdf, docx')],
        [{ ...NDA, data: [] }, invalid('data', 'must be an object')],
        [{ ...NDA, data: 'text' }, invalid('data', 'must be an object')],
        [{ ...NDA, templateId: 5 }, invalid('templateId', 'must be a string')],
        [{ ...NDA, version: 1 }, invalid('version', 'must be a string')],
        [{ ...NDA, custom: 'true' }, invalid('custom', 'must be a boolean, without quotes')],
      ])('answers 400 to %j', async (body, expected) => {
        const answer = await service.generate(body);
        expect([answer.status, answer.json]).toEqual([400, expected]);
      });

      test.each([
        [{}, ['templateId', 'data', 'format']],
        [{ templateId: null, data: null, format: null }, ['templateId', 'data', 'format']],
        [{ ...NDA, templateId: ' ' }, ['templateId']],
        [{ ...NDA, format: '' }, ['format']],
      ])('answers 400 to %j and names the missing fields', async (body, missing) => {
        const answer = await service.generate(body);
        expect([answer.status, answer.json]).toEqual([
          400,
          {
            error: 'validation_error',
            message: `Missing required fields: ${missing.join(', ')}.`,
            details: { missing_fields: missing },
          },
        ]);
      });

      test('ignores unknown keys, and null for version and custom', async () => {
        const answer = await service.generate({ ...NDA, version: null, custom: null, extra: 1 });
        expect([answer.status, answer.headers['x-template-version']]).toEqual([200, '1.0.0']);
      });
    });

    describe('check 6: the template', () => {
      test('names the template that a misspelt templateId most likely means', async () => {
        const answer = await service.generate({ ...NDA, templateId: 'non_disclosure_agreemnt' });
        expect([answer.status, answer.json]).toEqual([
          404,
          {
            status: 'error',
            message: expect.stringMatching(/, supplier-agreement; did you mean non-disclosure-agreement\?$/),
          },
        ]);
      });

      test('answers 404 to an unknown templateId before it validates the data', async () => {
        const answer = await service.generate({ ...NDA, templateId: 'constructor', data: {} });
        expect([answer.status, answer.json]).toEqual([
          404,
          {
            status: 'error',
            message: `Template not found: templateId must be one of ${[
              'construction-diesel-mechanic-agreement',
              'environmental-policy',
              'esg-policy',
              'junior-devops-engineer-agreement',
              'labour-policy',
              'non-disclosure-agreement',
              'senior-backend-developer-agreement',
              'studio-booking-agreement',
              'supplier-agreement',
            ].join(', ')}`,
          },
        ]);
      });

      test('answers 404 to an unknown version', async () => {
        const answer = await service.generate({ ...NDA, version: '1.0' });
        expect([answer.status, answer.json]).toEqual([
          404,
          { status: 'error', message: 'Template not found: non-disclosure-agreement has the versions 1.0.0' },
        ]);
      });

      test('answers 404 to custom without an override of the company, never the text of the catalogue', async () => {
        const answer = await service.generate({ ...NDA, custom: true });
        expect([answer.status, answer.json]).toEqual([
          404,
          {
            status: 'error',
            message:
              'Template not found: your company has no override of it; leave out custom for the global template',
          },
        ]);
      });

      test.each([
        ['the latest', undefined, '2.0.0'],
        ['the requested', '1.0.0', '1.0.0'],
      ])('uses %s version', async (_case, version, served) => {
        const answer = await service.generate({ templateId: EMPLOYMENT, format: 'pdf', data: {}, version });
        expect([answer.status, answer.headers['x-template-version']]).toEqual([200, served]);
      });
    });

    describe('checks 7 and 8: the data', () => {
      test.each([NDA.templateId, STUDIO])('answers 500 to empty parties of %s', async (templateId) => {
        const answer = await service.generate({ templateId, format: 'docx', data: { parties: [] } });
        expect([answer.status, answer.json]).toEqual([
          500,
          {
            status: 'error',
            message: 'Document generation failed: parties is empty; it must have at least one entry',
          },
        ]);
      });

      test('answers 400 to missing parties', async () => {
        const answer = await service.generate({ ...NDA, data: {} });
        expect([answer.status, answer.json]).toEqual([
          400,
          {
            error: 'validation_error',
            message: 'Missing required fields: parties.',
            details: { missing_fields: ['parties'] },
          },
        ]);
      });

      test('names every invalid field at once', async () => {
        const answer = await service.generate({
          templateId: STUDIO,
          format: 'pdf',
          data: {
            parties: [{ isCompany: 'yes' }, { definition: 'Drummer' }],
            session: true,
            overtime: true,
            serviceFee: '5',
            currency: 'Others',
            equipment: ['', 'Piano', null, 7],
            governingLaw: 'Narnia',
          },
        });
        expect([answer.status, answer.json]).toEqual([
          400,
          {
            error: 'validation_error',
            message:
              'Missing required fields: parties[0].definition, totalHours, equipment[0], equipment[2], ' +
              'customCurrency, overtimeRate. Invalid fields: parties[0].isCompany, parties[1].definition, ' +
              'equipment[3], serviceFee, governingLaw.',
            details: {
              missing_fields: [
                'parties[0].definition',
                'totalHours',
                'equipment[0]',
                'equipment[2]',
                'customCurrency',
                'overtimeRate',
              ],
              invalid_fields: [
                { field: 'parties[0].isCompany', message: 'must be a boolean' },
                { field: 'parties[1].definition', message: 'must be one of: Artist, Studio' },
                { field: 'equipment[3]', message: 'must be a string' },
                { field: 'serviceFee', message: 'must be a number, without quotes' },
                {
                  field: 'governingLaw',
                  message: 'must be a value from the Supported Countries list, such as Nigeria',
                },
              ],
            },
          },
        ]);
      });
    });

    describe('success', () => {
      test.each([
        ['pdf', 'application/pdf', '%PDF-', 'print'],
        [
          'docx',
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          'PK\u0003\u0004',
          'convert',
        ],
      ])('returns the %s with its headers', async (format, contentType, magic, step) => {
        const answer = await post({ 'x-key': service.key, 'x-request-id': 'order-66' }, { ...NDA, format });
        expect(answer.bytes.subarray(0, magic.length).toString('latin1')).toBe(magic);
        const {
          date,
          connection,
          'keep-alive': keepAlive,
          'server-timing': timing,
          ...headers
        } = answer.headers;
        expect([answer.status, headers]).toEqual([
          200,
          {
            'cache-control': 'no-store',
            'content-disposition': `attachment; filename="non-disclosure-agreement-1.0.0.${format}"`,
            'content-length': String(answer.bytes.byteLength),
            'repr-digest': `sha-256=:${hash('sha256', answer.bytes, 'base64')}:`,
            'content-type': contentType,
            'x-blanks': '12',
            'x-content-type-options': 'nosniff',
            'x-request-id': 'order-66',
            'x-template-source': 'global',
            'x-document-id': expect.stringMatching(
              /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
            ),
            'x-template-version': '1.0.0',
            'x-warnings': '0',
          },
        ]);
        expect(timing).toMatch(new RegExp(`^queue;dur=[\\d.]+, template;dur=[\\d.]+, ${step};dur=[\\d.]+$`));
      });

      test('replaces a request id with characters that are unsafe in a log', async () => {
        const answer = await post({ 'x-key': service.key, 'x-request-id': 'a b"c' }, NDA);
        expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      });

      test('ignores white space around a key', async () => {
        expect((await post({ 'x-key': ` ${service.key} ` }, NDA)).status).toBe(200);
      });
    });
  });
}
