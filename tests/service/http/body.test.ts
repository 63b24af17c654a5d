import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

const VALIDATE = '/api/v1/documents/validate';
const NDA = { templateId: 'non-disclosure-agreement', format: 'pdf' };
const JOB = { templateId: 'junior-devops-engineer-agreement', format: 'pdf' };

const COUNTRY = 'must be a value from the Supported Countries list, such as Nigeria';
const MONEY = 'must have at most two decimals in NGN, USD, GBP or ZAR, at most three in another currency';
const DATE = 'must be a date of the calendar, written YYYY-MM-DD';

describe('a body', () => {
  let service: TestService;
  test.beforeAll(({ service: shared }) => {
    service = shared;
  });

  const send = async (body: unknown, headers: Record<string, string> = {}) => {
    const { status, json } = await service.send('POST', VALIDATE, { 'x-key': service.key, ...headers }, body);
    return [status, json as { readonly message: string }] as const;
  };

  /** "valid", or the status and the invalid fields of a refusal. */
  const verdictOn = async (body: object): Promise<unknown> => {
    const [status, json] = await send(body);
    if (status === 200) return 'valid';
    const { details } = json as unknown as {
      details: { missing_fields: string[]; invalid_fields: object[] };
    };
    return { status, missing: details.missing_fields, invalid: details.invalid_fields };
  };
  const refused = (field: string, message: string) => ({
    status: 400,
    missing: [],
    invalid: [{ field, message }],
  });

  test.each([
    ['{\n  "templateId": x}', 'line 2, column 17'],
    ['{\r\n  "templateId" "x"}', 'line 2, column 16'],
    ['{"a":1,}', 'line 1, column 8'],
    ['{"a":[1,2,\n\n', 'line 3, column 1'],
    ['\ufeff{]', 'line 1, column 2'],
    ['{"a":tru}', 'line 1, column 9'],
    ['   ', 'line 1, column 4'],
  ])('that does not parse is answered with the position of the error: %j', async (body, place) => {
    expect(await send(body)).toEqual([
      400,
      {
        error: 'validation_error',
        message: `The body must be JSON in UTF-8; it stops being JSON at ${place}`,
        details: { missing_fields: [] },
      },
    ]);
  });

  test.each([
    ['with a content type', { 'content-type': 'application/json' }],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['without a content type', {}],
  ])('that is empty is answered with 400 %s', async (_title, headers) => {
    expect(await send(undefined, headers as Record<string, string>)).toEqual([
      400,
      { error: 'validation_error', message: 'The body is empty', details: { missing_fields: [] } },
    ]);
  });

  const faultsOf = async (body: object) => {
    const [status, json] = await send(body);
    const { message, details } = json as unknown as { message: string; details: object };
    return [status, message, details];
  };

  test('with fields of data beside data is answered with where they belong', async () => {
    const body = { ...NDA, parties: [{ isCompany: true }], data: {} };
    expect(await faultsOf(body)).toEqual([
      400,
      'Missing required fields: parties. parties is beside data in the body; put it into data.',
      { missing_fields: ['parties'] },
    ]);
    expect(await faultsOf({ ...JOB, data: {}, firstName: 'Ada', strict: true })).toEqual([
      400,
      'Invalid fields: firstName.',
      {
        missing_fields: [],
        invalid_fields: [
          { field: 'firstName', message: 'is not known here and has no effect; put it into data' },
        ],
      },
    ]);
  });

  test('without data is answered with what belongs in it', async () => {
    expect(await faultsOf({ ...JOB, firstName: 'Ada', lastName: 'Obi' })).toEqual([
      400,
      'Missing required fields: data. Not known: firstName, lastName. What goes into the document belongs in data.',
      { missing_fields: ['data'] },
    ]);
  });

  test('with misspelt fields is answered with the right ones', async () => {
    const body = { template_id: 'esg-policy', Format: 'pdf', dta: {}, extra: 1 };
    expect(await faultsOf(body)).toEqual([
      400,
      'Missing required fields: templateId, data, format. template_id is not known; did you mean templateId? ' +
        'Format is not known; did you mean format? dta is not known; did you mean data? ' +
        'Not known: extra. What goes into the document belongs in data.',
      { missing_fields: ['templateId', 'data', 'format'] },
    ]);
  });

  test('is answered with all faults of its options at once', async () => {
    const options = { papper: 'A4', archive: true, signatures: 'fields', fillable: 'all', draft: 1 };
    const [status, message, details] = await faultsOf({ templateId: 1, format: 'docx', data: [], options });
    const { invalid_fields: invalid } = details as { invalid_fields: { field: string; message: string }[] };
    expect([status, message]).toEqual([
      400,
      'Invalid fields: templateId, data, options.draft, options.papper, options.fillable, options.archive, options.signatures.',
    ]);
    expect(invalid.slice(4)).toEqual([
      {
        field: 'options.fillable',
        message: 'must be none, or left out, with archive: an archival file is for reading only',
      },
      { field: 'options.archive', message: 'must be false for docx; ask for format pdf to archive it' },
      {
        field: 'options.signatures',
        message: 'must not be fields for docx, which has no signature fields; use lines, or format pdf',
      },
    ]);
  });

  test.each(['gzip', 'GZIP', 'br', 'deflate, gzip', 'identity, gzip', 'x'])(
    'with Content-Encoding %s is answered with 415',
    async (encoding) => {
      const body = gzipSync(JSON.stringify({ ...NDA, data: {} }));
      const answer = await service.send(
        'POST',
        VALIDATE,
        { 'x-key': service.key, 'content-type': 'application/json', 'content-encoding': encoding },
        body,
      );
      expect([answer.status, answer.json]).toEqual([
        415,
        {
          error: 'unsupported_media_type',
          message: 'The body is sent with a Content-Encoding; send it as it is, without that header',
        },
      ]);
    },
  );

  test('with Content-Encoding identity is accepted', async () => {
    const body = { ...JOB, data: {} };
    expect((await send(body, { 'content-encoding': 'Identity' }))[0]).toBe(200);
  });

  test('that is absent may have a Content-Encoding', async () => {
    const headers = { 'x-key': service.key, 'content-encoding': 'gzip' };
    expect((await service.send('GET', '/api/v1/templates', headers)).status).toBe(200);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '', 'json'])(
    'with the content type %j is answered with 415',
    async (type) => {
      const answer = await send(JSON.stringify({ ...JOB, data: {} }), { 'content-type': type });
      expect(answer).toEqual([
        415,
        { error: 'unsupported_media_type', message: 'Content-Type must be application/json' },
      ]);
    },
  );

  test('may request the version "latest"', async () => {
    const answer = await service.generate({ ...JOB, data: {}, version: 'latest' });
    expect([answer.status, answer.headers['x-template-version']]).toEqual([200, '2.0.0']);
    expect(await verdictOn({ ...JOB, data: {}, version: 'latest', custom: false })).toBe('valid');
    const custom = await send({ ...JOB, data: {}, version: 'latest', custom: true });
    expect(custom[0]).toBe(404);
    expect((await send({ ...JOB, data: {}, version: 'Latest' }))[0]).toBe(404);
  });

  test.each(['0001-01-01', '0099-12-31', '1900-02-28', '2000-02-29', '9999-12-31'])(
    'may have the date %s',
    async (effectiveDate) => {
      expect(await verdictOn({ ...JOB, data: { effectiveDate } })).toBe('valid');
    },
  );

  test.each([
    ...['0000-01-01', '2025-02-30', '2025-02-29', '1900-02-29', '2025-13-01', '2025-00-10', '2025-01-00'],
    ...[
      '2025-1-1',
      '10000-01-01',
      '-0001-01-01',
      '+2025-01-01',
      '2025-01-01T00:00:00Z',
      '01/02/2025',
      ' 2025-01-01',
    ],
  ])('may not have the date %j', async (effectiveDate) => {
    expect(await verdictOn({ ...JOB, data: { effectiveDate } })).toEqual(refused('effectiveDate', DATE));
  });

  test.each([
    ['NGN', 0.1 + 0.2],
    ['NGN', 100.001],
    ['USD', 0.125],
    ['GBP', 1e-7],
    ['ZAR', 1.005],
    ['Others', 1.2345],
    ['Others', 0.0001],
  ])('may not have %s %d', async (currency, grossSalary) => {
    const data = { currency, customCurrency: 'KWD', grossSalary };
    expect(await verdictOn({ ...JOB, data })).toEqual(refused('grossSalary', MONEY));
  });

  test.each([
    ['NGN', 0.07],
    ['NGN', 1234567.89],
    ['USD', 1.1],
    ['GBP', 9007199254740991],
    ['ZAR', 0],
    ['Others', 1.005],
    ['Others', 12.345],
  ])('may have %s %d', async (currency, grossSalary) => {
    const data = { currency, customCurrency: 'KWD', grossSalary };
    expect(await verdictOn({ ...JOB, data })).toBe('valid');
  });

  test.each([
    ['USA', 'did you mean United States of America?'],
    ['nigeria', 'did you mean Nigeria?'],
    ['GERMANY ', 'did you mean Germany?'],
    ['UK', 'did you mean United Kingdom?'],
    ['NG', 'did you mean Nigeria?'],
    ['Nigera', 'did you mean Nigeria, or Niger?'],
    ['Korea', 'did you mean North Korea, or South Korea?'],
  ])('with the country %s is answered with the nearest countries', async (country, nearest) => {
    expect(await verdictOn({ ...JOB, data: { country } })).toEqual(
      refused('country', `${COUNTRY}; ${nearest}`),
    );
  });

  test.each(['Atlantis', 'x', '日本', 'x'.repeat(5_000)])(
    'with a country like no other is answered without suggestions',
    async (country) => {
      expect(await verdictOn({ ...JOB, data: { country } })).toEqual(refused('country', COUNTRY));
    },
  );

  test('with a part of a country is answered with the country', async () => {
    expect(await verdictOn({ ...JOB, data: { country: 'England and Wales' } })).toEqual(
      refused('country', `${COUNTRY}; send United Kingdom; the list has no parts of countries`),
    );
  });

  describe('the countries', () => {
    const list = () => service.send('GET', '/api/v1/countries', { 'x-key': service.key });

    test('are listed with their aliases', async () => {
      const answer = await list();
      const { countries } = answer.json as { countries: { name: string; aliases: string[] }[] };
      // ISO 3166-1 has 249.
      expect(countries.length).toBeGreaterThanOrEqual(249);
      expect(countries).toContainEqual({ name: 'Nigeria', aliases: [] });
      expect(countries).toContainEqual({
        name: 'United States of America',
        aliases: ['United States of America (the)', 'United States'],
      });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    });

    test('are all accepted by every name', async () => {
      const { countries } = (await list()).json as { countries: { name: string; aliases: string[] }[] };
      for (const country of countries.flatMap(({ name, aliases }) => [name, ...aliases])) {
        expect([country, await verdictOn({ ...JOB, data: { country } })]).toEqual([country, 'valid']);
      }
    });

    test('are answered with 304 if they have not changed', async () => {
      const { etag = '' } = (await list()).headers;
      const again = await service.send('GET', '/api/v1/countries', {
        'x-key': service.key,
        'if-none-match': String(etag),
      });
      expect([again.status, again.bytes.byteLength, again.headers.etag]).toEqual([304, 0, etag]);
    });
  });
});
