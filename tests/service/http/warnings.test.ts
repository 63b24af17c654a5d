import { describe, expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

const NDA = 'non-disclosure-agreement';
const EMPLOYMENT = 'senior-backend-developer-agreement';

let service: TestService;
test.beforeAll(({ service: shared }) => {
  service = shared;
});

const post = (route: 'generate' | 'validate', body: object) =>
  service.send('POST', `/api/v1/documents/${route}`, { 'x-key': service.key }, body);

const NAMED = {
  parties: [
    {
      isCompany: true,
      rcName: 'Acme',
      rcNumber: '1',
      rcAddress: 'Lagos',
      rcCountry: 'Nigeria',
      fullName: 'Ada',
    },
    { isCompany: false, fullName: 'Obi', address: 'Lagos' },
  ],
  project: 'a loan',
  dispute: true,
};

const MISSPELT = {
  templateId: NDA,
  format: 'pdf',
  data: { ...NAMED, governinglaw: 'Nigeria', ndaDuration: '3' },
  stict: 1,
};

const WARNINGS = [
  {
    code: 'unknown_field',
    field: 'stict',
    message: 'is not known here and has no effect; did you mean strict?',
  },
  {
    code: 'unknown_field',
    field: 'governinglaw',
    message: 'is not known here and has no effect; did you mean governingLaw?',
  },
  {
    code: 'missing_unit',
    field: 'ndaDuration',
    message: 'is a number without a unit; write, for example, "3 months"',
  },
];

const INVALID_WHEN_STRICT = {
  error: 'validation_error',
  message: 'Invalid fields: stict, governinglaw, ndaDuration.',
  details: { missing_fields: [], invalid_fields: WARNINGS.map(({ field, message }) => ({ field, message })) },
};

describe('warnings and blanks', () => {
  test('validate lists the warnings, and the blanks in document order', async () => {
    const answer = await post('validate', MISSPELT);
    expect([answer.status, answer.json]).toEqual([
      200,
      { valid: true, warnings: WARNINGS, blanks: ['governingLaw', 'disputeSeat'] },
    ]);
  });

  test.each(['pdf', 'docx'])('generate returns their numbers in the headers of a %s', async (format) => {
    const answer = await post('generate', { ...MISSPELT, format });
    expect([answer.status, answer.headers['x-warnings'], answer.headers['x-blanks']]).toEqual([
      200,
      '3',
      '2',
    ]);
  });

  test('both numbers are 0 if there are no warnings and no blanks', async () => {
    const data = { ...NAMED, ndaDuration: '3 years', governingLaw: 'Nigeria', disputeSeat: 'Lagos' };
    const answer = await post('generate', { templateId: NDA, format: 'docx', data });
    expect([answer.headers['x-warnings'], answer.headers['x-blanks']]).toEqual(['0', '0']);
    const validated = await post('validate', { templateId: NDA, format: 'docx', data, strict: true });
    expect(validated.json).toEqual({ valid: true, warnings: [], blanks: [] });
  });

  test.each(['generate', 'validate'] as const)(
    '%s answers 400 to warnings when strict is true',
    async (route) => {
      const answer = await post(route, { ...MISSPELT, strict: true });
      expect([answer.status, answer.json]).toEqual([400, INVALID_WHEN_STRICT]);
    },
  );

  test('strict names a field once in the message, and has one entry for each of its warnings', async () => {
    const data = { fixed: false, employmentDuration: '3' };
    const answer = await post('validate', { templateId: EMPLOYMENT, format: 'docx', data, strict: true });
    const { message, details } = answer.json as { message: string; details: { invalid_fields: object[] } };
    expect([answer.status, message, details.invalid_fields]).toEqual([
      400,
      'Invalid fields: employmentDuration.',
      [
        {
          field: 'employmentDuration',
          message: 'is sent although fixed is false; leave it out, or make fixed true',
        },
        {
          field: 'employmentDuration',
          message: 'is a number without a unit; write, for example, "3 months"',
        },
      ],
    ]);
  });

  test('a blank is not a warning', async () => {
    const answer = await post('generate', { templateId: EMPLOYMENT, format: 'docx', data: {}, strict: true });
    expect([answer.status, answer.headers['x-warnings']]).toEqual([200, '0']);
    expect(Number(answer.headers['x-blanks'])).toBeGreaterThan(10);
  });

  test('each blank is listed once, and not if it is filled in', async () => {
    const validate = async (data: object) =>
      ((await post('validate', { templateId: EMPLOYMENT, format: 'pdf', data })).json as { blanks: string[] })
        .blanks;
    const blanks = await validate({});
    expect(new Set(blanks).size).toBe(blanks.length);
    expect(blanks.indexOf('firstName')).toBeLessThan(blanks.indexOf('governingLaw'));
    const filled = await validate({ firstName: 'Ada', reportingLine: 'Obi', governingLaw: 'Nigeria' });
    expect(blanks).toEqual(expect.arrayContaining(['firstName', 'reportingLine', 'governingLaw']));
    expect(filled.filter((field) => ['firstName', 'reportingLine', 'governingLaw'].includes(field))).toEqual(
      [],
    );
    expect(filled).toContain('lastName');
  });

  test('an override has the blanks of its own text', async () => {
    const source =
      '<p>{{ project | blank("project") }}{{ other | blank("other") }}</p>' +
      '{% for one in parties %}<p>{{ one.rcName | blank("name") }}</p>{% endfor %}';
    const path = `/companies/${service.companyId}/templates/${NDA}/versions/3.0.0`;
    const token = { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' };
    expect((await service.send('PUT', `/admin/v1${path}`, token, source)).status).toBe(201);
    const body = { templateId: NDA, format: 'docx', custom: true, data: { parties: [{ rcName: 'A' }, {}] } };
    expect((await post('validate', body)).json).toEqual({
      valid: true,
      warnings: [],
      blanks: ['project', 'parties[1].rcName'],
    });
    expect((await post('generate', body)).headers['x-blanks']).toBe('2');
  });
});

describe('options', () => {
  const withOptions = (options: unknown, format = 'pdf') => ({
    templateId: NDA,
    format,
    data: NAMED,
    options,
  });

  test.each<[options: unknown, format: string, invalid: { field: string; message: string }[]]>([
    [5, 'pdf', [{ field: 'options', message: 'must be an object' }]],
    [{ paper: 'A5' }, 'pdf', [{ field: 'options.paper', message: 'must be one of: A4, Letter' }]],
    [{ letterhead: 'no' }, 'pdf', [{ field: 'options.letterhead', message: 'must be a boolean' }]],
    [{ employer: 'none' }, 'pdf', [{ field: 'options.employer', message: 'must be one of: profile, blank' }]],
    [
      { ['x'.repeat(65)]: 1, papr: 'A4' },
      'pdf',
      ['…', 'papr'].map((name) => ({
        field: `options.${name}`,
        message:
          'is not known; there are paper, letterhead, employer, fillable, signatures, draft, toc, wordMode, archive, at, embedData, fileName',
      })),
    ],
    [
      { archive: true, fillable: 'blanks' },
      'pdf',
      [
        {
          field: 'options.fillable',
          message: 'must be none, or left out, with archive: an archival file is for reading only',
        },
      ],
    ],
    [
      { archive: true, signatures: 'fields' },
      'docx',
      [
        { field: 'options.archive', message: 'must be false for docx; ask for format pdf to archive it' },
        {
          field: 'options.signatures',
          message: 'must not be fields for docx, which has no signature fields; use lines, or format pdf',
        },
      ],
    ],
  ])('%j for %s is refused with the cure', async (options, format, invalid) => {
    const [validated, generated] = await Promise.all([
      post('validate', withOptions(options, format)),
      post('generate', withOptions(options, format)),
    ]);
    expect([validated.status, validated.json]).toEqual([generated.status, generated.json]);
    expect([validated.status, (validated.json as { details: unknown }).details]).toEqual([
      400,
      { missing_fields: [], invalid_fields: expect.arrayContaining(invalid) },
    ]);
  });

  test.each(['pdf', 'docx'])('the default values are accepted, for %s', async (format) => {
    const options = {
      letterhead: true,
      employer: 'profile',
      fillable: 'blanks',
      signatures: 'lines',
      draft: false,
      archive: false,
      embedData: false,
      paper: null,
    };
    expect((await post('validate', withOptions(options, format))).status).toBe(200);
    expect((await post('validate', withOptions({}, format))).status).toBe(200);
  });
});
