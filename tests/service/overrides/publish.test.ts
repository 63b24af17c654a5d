import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverrideList } from '../../../schemas/overrides.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { type Answer, startEmbedded, startService, type TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { databases, type Place } from '../store/databases.ts';
import { createPublisher, NDA_DATA, ndaRequest, ndaText, type Publisher } from './publishing.ts';

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const NDA = 'non-disclosure-agreement';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The description of a version in responses. */
const facts = (version: string, source: string, more: object = {}) => ({
  templateId: NDA,
  version,
  schemaVersion: '1.0.0',
  sha256: sha256(source),
  bytes: Buffer.byteLength(source),
  publishedBy: 'administration',
  createdAt: MOMENT,
  status: 'in use',
  approvedBy: null,
  approvedAt: null,
  sentBackBy: null,
  sentBackNote: null,
  retiredAt: null,
  fault: null,
  warnings: [],
  ...more,
});

interface Known {
  readonly templateId: string;
  readonly customVersions: readonly string[];
}

const answered = ({ status, json }: Answer) => ({ status, body: json });

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`overrides over ${title}`, () => {
    let place: Place;
    let service: TestService;
    let company: Publisher;
    let count = 0;

    beforeAll(async () => {
      place = await makePlace();
      service = await startService(place);
    });
    afterAll(async () => {
      await service[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });
    /** A new company for each test. */
    const newCompany = async () => {
      count += 1;
      company = await createPublisher(service, `company-${count}`);
      return company;
    };

    /** The headers and the text of a document, which show the version that made it. */
    const generated = async (more: object = {}) => {
      const { status, headers, bytes, json } = await withJson(company.generate(ndaRequest(more)));
      if (status !== 200) return json;
      return [headers['x-template-version'], headers['x-template-source'], readWord(bytes).blocks[1]];
    };

    it('cannot be changed after they are published', async () => {
      await newCompany();
      const source = ndaText('Ọláwálé {{ parties[0].fullName }}');
      expect(answered(await company.publish(NDA, '1.0.0', source))).toEqual({
        status: 201,
        body: facts('1.0.0', source),
      });
      expect(answered(await company.publish(NDA, '1.0.0', source))).toEqual({
        status: 200,
        body: facts('1.0.0', source),
      });
      expect(answered(await company.publish(NDA, '1.0.0', `${source} `))).toEqual({
        status: 409,
        body: {
          error: 'conflict',
          message: `${NDA} 1.0.0 was published with another text, and a version never changes; publish under a new version`,
        },
      });
      expect(await generated()).toEqual(['1.0.0', 'custom', 'Ọláwálé Ada Obi']);
      expect(answered(await company.list())).toEqual({
        status: 200,
        body: { templates: [facts('1.0.0', source)] },
      });
      const { status, headers, bytes } = await company.source(NDA, '1.0.0');
      expect([status, headers['content-type'], headers.etag, bytes.toString()]).toEqual([
        200,
        'text/html; charset=utf-8',
        `"${sha256(source)}"`,
        source,
      ]);
    });

    it('are chosen by the requested version, or else by the highest', async () => {
      await newCompany();
      for (const version of ['1.9.0', '1.10.0', '2.0.0-draft.1', '1.2.0'])
        await company.publish(NDA, version, ndaText(version));
      expect(await generated()).toEqual(['2.0.0-draft.1', 'custom', '2.0.0-draft.1']);
      expect(await generated({ version: '1.9.0' })).toEqual(['1.9.0', 'custom', '1.9.0']);
      await company.retire(NDA, '2.0.0-draft.1');
      for (const version of [undefined, 'latest'])
        expect(await generated(version === undefined ? {} : { version })).toEqual([
          '1.10.0',
          'custom',
          '1.10.0',
        ]);
      const has = `your company's override of ${NDA} has the versions 1.10.0, 1.9.0, 1.2.0`;
      for (const version of ['2.0.0-draft.1', '1.0.0'])
        expect(await generated({ version })).toEqual({
          status: 'error',
          message: `Template not found: ${has}`,
        });
    });

    it('stay retired unless the same text is published again', async () => {
      await newCompany();
      const source = ndaText('first');
      const { createdAt } = (await company.publish(NDA, '1.0.0', source)).json as { createdAt: string };
      expect((await company.retire(NDA, '1.0.0')).status).toBe(204);
      const retired = facts('1.0.0', source, { createdAt, retiredAt: MOMENT, status: 'retired' });
      const list = (await company.list()).json;
      expect(list).toEqual({ templates: [retired] });
      expect((await company.retire(NDA, '1.0.0')).status).toBe(204);
      expect((await company.list()).json).toEqual(list);
      expect((await company.source(NDA, '1.0.0')).bytes.toString()).toBe(source);
      expect((await company.publish(NDA, '1.0.0', ndaText('second'))).status).toBe(409);
      expect(await generated()).toEqual({
        status: 'error',
        message:
          'Template not found: your company has no override of it; leave out custom for the global template',
      });
      expect(answered(await company.publish(NDA, '1.0.0', source))).toEqual({
        status: 200,
        body: facts('1.0.0', source, { createdAt }),
      });
      expect(await generated()).toEqual(['1.0.0', 'custom', 'first']);
    });

    it('are retired together', async () => {
      await newCompany();
      for (const version of ['1.0.0', '1.1.0']) await company.publish(NDA, version, ndaText(version));
      await company.publish('studio-booking-agreement', '1.0.0', ndaText('other'));
      expect((await company.retire(NDA)).status).toBe(204);
      const { templates } = (await company.list()).json as OverrideList;
      expect(templates.map(({ templateId, version, status }) => [templateId, version, status])).toEqual([
        [NDA, '1.0.0', 'retired'],
        [NDA, '1.1.0', 'retired'],
        ['studio-booking-agreement', '1.0.0', 'in use'],
      ]);
      expect(answered(await company.retire('esg-policy'))).toEqual({
        status: 404,
        body: {
          error: 'not_found',
          message: `Company ${company.companyId} has no text for esg-policy; its list has those there are`,
        },
      });
    });

    it('are never used for another company or instead of the catalogue', async () => {
      const owner = await newCompany();
      await owner.publish(NDA, '1.0.0', ndaText('owner'));
      await newCompany();
      const none = {
        status: 'error',
        message:
          'Template not found: your company has no override of it; leave out custom for the global template',
      };
      expect(await generated()).toEqual(none);
      expect(await generated({ version: '1.0.0' })).toEqual(none);
      expect(await generated({ companyId: owner.companyId })).toEqual(none);
      const global = await owner.generate({ ...ndaRequest(), custom: false });
      expect(global.headers['x-template-source']).toBe('global');
      expect(readWord(global.bytes).blocks.join()).not.toContain('owner');
      expect(answered(await company.source(NDA, '1.0.0'))).toEqual({
        status: 404,
        body: {
          error: 'not_found',
          message: `Company ${company.companyId} has no version 1.0.0 of ${NDA}; its list has those there are`,
        },
      });
    });

    it('use the schema of the same version, or else of the latest', async () => {
      await newCompany();
      const mechanic = 'construction-diesel-mechanic-agreement';
      const schemaOf = async (version: string) =>
        ((await company.publish(mechanic, version, ndaText('a'))).json as { schemaVersion: string })
          .schemaVersion;
      expect([await schemaOf('1.0.0'), await schemaOf('2.0.0'), await schemaOf('1.5.0')]).toEqual([
        '1.0.0',
        '2.0.0',
        '2.0.0',
      ]);
      await company.publish(NDA, '7.0.0', ndaText('a'));
      const data = { parties: [{ fullName: 5 }] };
      const refused = await company.generate(ndaRequest({ data }));
      expect(refused.status).toBe(400);
      expect(
        await withJson(company.generate(ndaRequest({ data }), '/api/v1/documents/validate')),
      ).toMatchObject({ status: 400, json: refused.json });
    });

    it('are used by validate and listed in the catalogue', async () => {
      await newCompany();
      await company.publish(NDA, '1.10.0', ndaText('a'));
      await company.publish(NDA, '1.9.0', ndaText('b'));
      const validate = (more: object) =>
        withJson(company.generate(ndaRequest(more), '/api/v1/documents/validate'));
      expect(await validate({})).toMatchObject({ status: 200, json: { valid: true } });
      expect(await validate({ version: '3.0.0' })).toMatchObject({ status: 404 });
      const known = async (publisher: Publisher) => {
        const { templates } = (await publisher.catalogue()).json as { templates: Known[] };
        return Object.fromEntries(templates.map((one) => [one.templateId, one.customVersions]));
      };
      expect(await known(company)).toMatchObject({ [NDA]: ['1.9.0', '1.10.0'], 'esg-policy': [] });
      await company.retire(NDA, '1.9.0');
      expect(await known(company)).toMatchObject({ [NDA]: ['1.10.0'] });
      expect(await known(await newCompany())).toMatchObject({ [NDA]: [] });
    });

    it('have warnings of unknown fields in the response and in the list', async () => {
      await newCompany();
      const source = '<p>{{ projekt }}</p>\n{% for p in parties %}<p>{{ p.fullNme }}</p>{% endfor %}';
      const warnings = [
        {
          line: 1,
          column: 7,
          message:
            'there is no field projekt in the data, so that it is always absent here; did you mean project?',
        },
        {
          line: 2,
          column: 30,
          message:
            'there is no field parties[].fullNme in the data, so that it is always absent here; did you mean fullName?',
        },
      ];
      expect((await company.publish(NDA, '1.0.0', source)).json).toEqual(
        facts('1.0.0', source, { warnings }),
      );
      expect((await company.list()).json).toEqual({ templates: [facts('1.0.0', source, { warnings })] });
    });

    it('are published once if two requests publish the same version at the same time', async () => {
      await newCompany();
      const answers = await Promise.all(
        ['a', 'b', 'a', 'b'].map((words) => company.publish(NDA, '1.0.0', ndaText(words))),
      );
      const won = answers.find(({ status }) => status === 201)?.json as { sha256: string };
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201, 409, 409]);
      expect((await company.list()).json).toMatchObject({ templates: [{ sha256: won.sha256 }] });
    });
  });
}

/** The response with its parsed body, if it is JSON. */
async function withJson(answering: Promise<Answer>) {
  const answer = await answering;
  const { status, headers, bytes } = answer;
  const isJson = String(headers['content-type']).startsWith('application/json');
  return { status, headers, bytes, json: isJson ? answer.json : undefined };
}

describe('publishing', () => {
  let service: TestService;
  let company: Publisher;

  test.beforeAll(async ({ service: shared }) => {
    service = shared;
    company = await createPublisher(service, 'careful');
  });

  const REFUSED = 'The template cannot be published: ';

  it.each([
    [
      'invalid Nunjucks',
      '<p>\n{% if %}</p>',
      'line 2, column 1: this if is not closed; add {% endif %} where it ends',
      [2, 1],
    ],
    [
      'an attempt to leave the sandbox',
      '<p>{{ range.constructor("return 1")() }}',
      'line 1, column 24: only macros can be called; data has no methods',
      [1, 24],
    ],
    [
      'markup that is not allowed in a document',
      '<p>a</p>\n<iframe src="x">',
      'line 2, column 1: <iframe> is not allowed in a document; leave it out',
      [2, 1],
    ],
    [
      'a value in an unsafe place',
      '<a href="{{ project }}">',
      'line 1, column 4: href of <a> must begin with https://, http://, mailto:, tel: or #',
      [1, 4],
    ],
    [
      'an endless text',
      '{% for a in range(999) %}{% for b in range(999) %}x{% endfor %}{% endfor %}',
      'line 1, column 51: with the sample data: the template takes more than 300000 steps; loop over less',
      [1, 51],
    ],
    [
      'a text that fails with only the required fields',
      '{% if project %}<ol class="clauses"><li id="a">b</li></ol>{% endif %}<a class="ref" href="#a"></a>',
      'line 1, column 85: with the required fields alone: a reference names #a, and no element has that id',
      [1, 85],
    ],
    [
      'a text that leaves an element open',
      '<ol class="clauses">\n<li><p><b>one</p></li>\n<li id="a">two</li>\n</ol><a class="ref" href="#a"></a>',
      'line 2, column 8: with the sample data: <b> is not closed; write </b> where it ends, before </p>. Otherwise the items after it have no numbers',
      [2, 8],
    ],
    [
      'text that Word would not show',
      '<p style="display: none">Not in Word</p>',
      'line 1, column 26: with the sample data: the Word file would lack this text, or have it elsewhere: “Not in Word”; do not hide or move text by a style',
      [1, 26],
    ],
    [
      'invalid UTF-8',
      Buffer.from([0x3c, 0x70, 0x3e, 0xff]),
      'it is not UTF-8; save it in that encoding',
      undefined,
    ],
    [
      'a control character',
      '<p>\n\u0001',
      'line 2, column 1: there is a control character here; delete it',
      [2, 1],
    ],
  ] as const)('refuses %s', async (_, source, reason, place) => {
    const at = place && { line: place[0], column: place[1] };
    const faults = [{ ...at, message: reason.replace(/^line \d+, column \d+: /, '') }];
    const isRead = !reason.startsWith('it is not UTF-8');
    const body = { error: 'unprocessable', message: REFUSED + reason, ...at, ...(isRead && { faults }) };
    expect(answered(await company.publish(NDA, '1.0.0', source))).toEqual({ status: 422, body });
    expect((await company.list()).json).toEqual({ templates: [] });
  });

  it.each(['', ' \n'])('refuses an empty text: %j', async (source) => {
    const message = 'text is missing; expected: the Nunjucks source in UTF-8, at most 512 KiB.';
    expect(answered(await company.publish(NDA, '1.0.0', source))).toEqual({
      status: 422,
      body: { error: 'unprocessable', message },
    });
  });

  it('refuses a text that cannot be printed in time', async () => {
    await using impatient = await startEmbedded({ PRINT_TIMEOUT_MS: '1000' });
    const publisher = await createPublisher(impatient, 'tall');
    // Ninety thousand pages in a PDF only, because HTML and Word ignore this height.
    const tall = '<p style="height: 100000000px">a</p>';
    const message = 'it cannot be printed, or not in time; make its pages fewer and its styles simpler';
    expect(answered(await publisher.publish(NDA, '1.0.0', tall))).toEqual({
      status: 422,
      body: { error: 'unprocessable', message: REFUSED + message, faults: [{ message }] },
    });
    expect((await publisher.list()).json).toEqual({ templates: [] });
  });

  it.each(['1.0', 'v1.0.0', '1.0.0+build.1', 'latest', '01.0.0', `1.0.0-${'a'.repeat(300)}`])(
    'refuses the version %s',
    async (version) => {
      expect(answered(await company.publish(NDA, version, ndaText('a')))).toEqual({
        status: 422,
        body: {
          error: 'unprocessable',
          message:
            'The version must be a semantic version without build metadata, such as 1.0.0 or 2.0.0-draft.1',
        },
      });
    },
  );

  it('answers 404 to an unknown template or company', async () => {
    const unknown = await company.publish('nothing', '1.0.0', ndaText('a'));
    expect(unknown.status).toBe(404);
    expect(unknown.json).toEqual({
      error: 'not_found',
      message: expect.stringMatching(
        /^There is no such template; templateId must be one of .*studio-booking-agreement/,
      ),
    });
    const nobody = await service.send(
      'PUT',
      `/admin/v1/companies/nobody/templates/${NDA}/versions/1.0.0`,
      { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' },
      ndaText('a'),
    );
    expect(answered(nobody)).toEqual({
      status: 404,
      body: {
        error: 'not_found',
        message: 'There is no company nobody; the list of companies has their ids',
      },
    });
    expect((await service.admin('GET', '/companies/nobody/templates')).status).toBe(404);
    expect((await company.retire(NDA, '9.9.9')).status).toBe(404);
  });

  it.each(['application/jsonx', 'text/plain', 'text/html; charset=iso-8859-1', 'text/htmlx'])(
    'answers 415 to %s',
    async (type) => {
      expect(answered(await company.publish(NDA, '1.0.0', '"a"', type))).toEqual({
        status: 415,
        body: {
          error: 'unsupported_media_type',
          message: 'Content-Type must be text/html; charset=utf-8 or application/json',
        },
      });
    },
  );

  it('accepts at most 512 KiB', async () => {
    const text = ndaText('a');
    const filled = (bytes: number) => `${text}${'<!--'.padEnd(bytes - text.length - 3, 'a')}-->`;
    expect((await company.publish(NDA, '5.0.0', filled(524_288))).status).toBe(201);
    expect(answered(await company.publish(NDA, '5.0.1', filled(524_289)))).toEqual({
      status: 413,
      body: { error: 'body_too_large', message: 'The body must not be larger than 524288 bytes' },
    });
  });

  it('requires the token', async () => {
    const url = `/admin/v1/companies/careful/templates/${NDA}/versions/1.0.0`;
    expect((await service.send('PUT', url, { 'content-type': 'text/html' }, 'a')).status).toBe(401);
    expect(
      (await service.send('PUT', url, { authorization: 'Bearer a', 'content-type': 'text/html' }, 'a'))
        .status,
    ).toBe(403);
  });

  it('answers 500 to a document whose data completes forbidden markup', async () => {
    const source =
      '{% macro m() %}<p class="a{% endmacro %}{% macro n() %}{{ project }}" onclick="b">{% endmacro %}{% if project == "break" %}{{ m() }}{{ n() }}{% endif %}';
    expect((await company.publish(NDA, '6.0.0', source)).status).toBe(201);
    const answer = await company.generate(
      ndaRequest({ version: '6.0.0', data: { ...NDA_DATA, project: 'break' } }),
    );
    expect(answered(answer)).toEqual({
      status: 500,
      body: {
        status: 'error',
        message:
          'Document generation failed; if it happens again, report it with the X-Request-Id of this answer',
      },
    });
  });
});
