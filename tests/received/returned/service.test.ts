import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TYPES, type DocumentFormat } from '../../../schemas/formats.ts';
import type { Reading } from '../../../schemas/reading.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { after } from '../../formats/docx/redlines.ts';
import { fillIn } from '../../formats/pdf/read-fields.ts';
import { comparable } from '../../formats/word/comparable.ts';
import { readDocx } from '../../formats/word/read-docx.ts';
import { text } from '../../formats/word/xml.ts';
import { dataUrl, PNG_LOGO } from '../../service/profiles/pictures.ts';
import { accepted, TEMPLATES } from '../../service/use-cases/documents.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { edited, fillControls, formOf } from './fill-word.ts';

let service: TestService;

beforeAll(async () => {
  service = await startEmbedded();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

async function read(bytes: Buffer, format: DocumentFormat, query = '') {
  const answer = await service.send(
    'POST',
    `/api/v1/documents/read${query}`,
    { 'x-key': service.key, 'content-type': CONTENT_TYPES[format] },
    bytes,
  );
  return { status: answer.status, body: answer.json as Reading & { error?: string; message?: string } };
}

test.each(TEMPLATES)(
  'an untouched Word file of $templateId $version is as made, with all of its data',
  async (template) => {
    const { templateId, version, sample } = template;
    const made = await service.generate({ templateId, version, format: 'docx', data: sample });
    expect(made.status).toBe(200);
    const { status, body } = await read(made.bytes, 'docx');
    expect({ status, ...body }).toEqual({
      status: 200,
      document: {
        documentId: made.headers['x-document-id'],
        templateId,
        version,
        source: 'global',
        templateSha256: expect.stringMatching(/^[\da-f]{64}$/),
        format: 'docx',
      },
      data: accepted(template, sample),
      filledIn: [],
      faults: { missing_fields: [], invalid_fields: [] },
      warnings: [],
      changes: [],
      comments: [],
      changedValues: [],
      signatures: [],
      notCompared: [],
      baseline: 'text',
      verdict: 'as made',
    });
  },
);

test('an untouched PDF is as made', async () => {
  const made = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'pdf',
    data: { parties: [{ rcName: 'Acme' }] },
    options: { embedData: true },
  });
  const { status, body } = await read(made.bytes, 'pdf');
  expect({ status, ...body }).toMatchObject({
    status: 200,
    verdict: 'as made',
    data: { parties: [{ rcName: 'Acme' }] },
    filledIn: [],
    changedValues: [],
  });
});

test('a PDF form that a reader filled in says what was typed, and that only blanks were filled in', async () => {
  const made = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'pdf',
    data: { parties: [{ rcName: 'Acme' }, {}] },
  });
  const typed = new Map([
    ['parties[0].rcAddress', '12 Marina, Lagos, ₦ 5'],
    ['parties[1].fullName', 'Ada Ọbi'],
  ]);
  const { status, body } = await read(Buffer.from(await fillIn(made.bytes, typed)), 'pdf');
  expect({ status, ...body }).toMatchObject({
    status: 200,
    document: { documentId: made.headers['x-document-id'], templateId: 'non-disclosure-agreement' },
    data: { parties: [{ rcAddress: '12 Marina, Lagos, ₦ 5' }, { fullName: 'Ada Ọbi' }] },
    filledIn: ['parties[0].rcAddress', 'parties[1].fullName'],
    changes: [],
    verdict: 'filled in',
  });
});

test('a word that no condition prints stays as it is written, and is a fault', async () => {
  const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
  const data = formOf(supply);
  const made = await service.generate({ templateId: 'supplier-agreement', format: 'docx', data });
  const { body } = await read(Buffer.from(fillControls(made.bytes, new Map([['fixed', 'maybe']]))), 'docx');
  expect(body).toMatchObject({ data: { ...data, fixed: 'maybe' }, filledIn: ['fixed'], changes: [] });
  expect(body.faults.invalid_fields).toMatchObject([{ field: 'fixed' }]);
});

test('a value of which one place says something else is left out, and named with its places', async () => {
  const policy = TEMPLATES.find(({ templateId }) => templateId === 'environmental-policy');
  const { rcName, ...rest } = accepted(policy as Template, (policy as Template).sample);
  const made = await service.generate({
    templateId: 'environmental-policy',
    format: 'docx',
    data: { rcName, ...rest },
  });
  const file = edited(made.bytes, (body) => {
    const at = body.lastIndexOf(String(rcName));
    return `${body.slice(0, at)}Another Company Limited${body.slice(at + String(rcName).length)}`;
  });
  const { body } = await read(Buffer.from(file), 'docx');
  expect(body.data).toEqual(rest);
  const { changedValues, changes, filledIn, verdict } = body;
  expect({ changes, filledIn, verdict }).toEqual({ changes: [], filledIn: [], verdict: 'changed' });
  expect(changedValues).toMatchObject([{ path: 'rcName', tracked: false, author: null, at: null }]);
  const [{ message } = { message: '' }] = body.warnings.filter(({ code }) => code === 'ambiguous');
  expect(message).toMatch(/^its places do not say the same: "Volta Cashew Processing Limited" \(/);
  expect(message).toMatch(/"Another Company Limited" \(Approval\); it is left out$/);
  const words = wordsOf(after((await redline(file)).bytes, 'reject'));
  expect(words).toBe(wordsOf(readDocx(made.bytes)));
});

async function redline(bytes: Uint8Array, format: DocumentFormat = 'docx') {
  return await service.send(
    'POST',
    '/api/v1/documents/read',
    {
      'x-key': service.key,
      'content-type': CONTENT_TYPES[format],
      accept: `${CONTENT_TYPES.docx}, application/json;q=0.5`,
    },
    Buffer.from(bytes),
  );
}

const shown = (document: ReturnType<typeof readDocx>) => comparable(document).join('\n');
const wordsOf = ({ paragraphs }: ReturnType<typeof readDocx>) => paragraphs.map(text).join('\n');

const diesel = 'construction-diesel-mechanic-agreement';
const agreement = TEMPLATES.find(({ templateId }) => templateId === diesel);
if (agreement === undefined) throw new Error('no such template');
const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement');
if (nda === undefined) throw new Error('no such template');
const salary = { ...agreement.sample, grossSalary: 1_850_000, currency: 'NGN' };

test('a value that was changed in silence is shown in the redline, also where nobody knows what it was', async () => {
  for (const embedData of [true, false]) {
    const made = await service.generate({
      templateId: diesel,
      format: 'docx',
      data: salary,
      options: { embedData },
    });
    const file = edited(made.bytes, (body) => body.replaceAll('1,850,000.00', '1,050,000.00'));
    const { status, headers, bytes } = await redline(file);
    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'content-type': CONTENT_TYPES.docx,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${diesel}-2.0.0-returned.docx"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-template-version': '2.0.0',
      'x-template-source': 'global',
      'x-document-id': made.headers['x-document-id'],
      'x-warnings': '0',
      'x-blanks': '0',
      'server-timing': expect.stringMatching(/^queue;dur=[\d.]+, template;dur=[\d.]+, convert;dur=[\d.]+$/),
    });
    const [rejected, accepted] = [after(bytes, 'reject'), after(bytes, 'accept')];
    expect(wordsOf(accepted)).toBe(wordsOf(readDocx(file)));
    if (embedData) expect(shown(rejected)).toBe(shown(readDocx(made.bytes)));
    else {
      expect(wordsOf(rejected)).toContain('[Gross salary: as made] a month');
      expect(wordsOf(rejected)).not.toContain('1,050,000.00');
    }
    // A redline that comes back is read as a file with tracked changes.
    const { body } = await read(bytes, 'docx');
    expect(body.document).toMatchObject({ documentId: made.headers['x-document-id'] });
    expect(body.data).toMatchObject({ grossSalary: 1_050_000 });
  }
});

test('the redline of a form that was filled in has the blanks as deleted, and what was written as inserted', async () => {
  const made = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'docx',
    data: { parties: [{ definition: 'Discloser' }, { definition: 'Recipient' }] },
  });
  const file = fillControls(made.bytes, new Map([['parties[1].fullName', 'Ada Ọbi']]));
  const { status, bytes } = await redline(file);
  expect(status).toBe(200);
  expect(shown(after(bytes, 'reject'))).toBe(shown(readDocx(made.bytes)));
  expect(wordsOf(after(bytes, 'accept'))).toContain('Ada Ọbi');
});

test('a PDF cannot be answered as a Word file', async () => {
  const made = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'pdf',
    data: { parties: [{ rcName: 'Acme' }] },
  });
  const { status, json } = await redline(made.bytes, 'pdf');
  expect({ status, json }).toEqual({
    status: 422,
    json: {
      error: 'unreadable_document',
      message:
        'A PDF cannot be answered as a Word file: it has no changes to track. Send Accept: application/json for what it says',
    },
  });
});

test('a footer and a logo that were changed are told as long as the letterhead is known', async () => {
  const profile = (footer: string) =>
    service.admin('PUT', '/companies/acme/profile', {
      legalName: 'Acme Limited',
      footer,
      logo: dataUrl('png', PNG_LOGO),
    });
  expect((await profile('Acme Limited, Lagos')).status).toBe(200);
  const made = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'docx',
    data: nda.sample,
  });
  const files = unzipSync(made.bytes);
  const changed = Object.fromEntries(
    Object.entries(files).map(([name, part]) => [
      name,
      /footer\d/.test(name) ? strToU8(strFromU8(part).replace('Lagos', 'not bound by this')) : part,
    ]),
  );
  const file = Buffer.from(zipSync(changed));
  const found = await read(file, 'docx');
  expect(found.body.verdict).toBe('changed');
  expect(found.body.changes.map(({ clause, now }) => [clause, now.includes('not bound by this')])).toEqual([
    ['Footer', true],
  ]);
  expect((await read(made.bytes, 'docx')).body.verdict).toBe('as made');
  await profile('Acme Group, Accra');
  expect((await read(made.bytes, 'docx')).body.verdict).toBe('as made');
  expect((await read(file, 'docx')).body.changes).toEqual([]);
  await service.admin('DELETE', '/companies/acme/profile');
  expect((await read(made.bytes, 'docx')).body.verdict).toBe('as made');
});
