import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { CONTENT_TYPES, type DocumentFormat } from '../../../schemas/formats.ts';
import type { Reading } from '../../../schemas/reading.ts';
import { readDocx } from '../../formats/word/read-docx.ts';
import { inProofs } from '../../part.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import type { TestService } from '../../service.ts';
import { asCompany } from '../../service.ts';
import { test as base } from '../../shared-service.ts';
import { needProgram } from '../../tools.ts';
import { ONE_PAGE, withTable } from '../seal/make-pdf.ts';
import { edited } from './fill-word.ts';
import { Random } from './random.ts';

const QPDF = needProgram('qpdf');
const NDA = 'non-disclosure-agreement';
const sample = TEMPLATES.find(({ templateId }) => templateId === NDA)?.sample ?? {};

type Answer = Partial<Reading> & {
  readonly error?: string;
  readonly message?: string;
  readonly redline?: Uint8Array;
};

async function read(
  service: TestService,
  bytes: Uint8Array,
  type: string,
  accept = 'application/json',
): Promise<Answer & { readonly status: number }> {
  const headers = { 'x-key': service.key, 'content-type': type, accept };
  const answer = await service.send('POST', '/api/v1/documents/read', headers, Buffer.from(bytes));
  const isWord = answer.headers['content-type'] === CONTENT_TYPES.docx;
  return { status: answer.status, ...(isWord ? { redline: answer.bytes } : (answer.json as Answer)) };
}

const test = base
  .extend('word', { scope: 'file' }, async ({ service }) => {
    return (await service.generate({ templateId: NDA, format: 'docx', data: sample })).bytes;
  })
  .extend('pdf', { scope: 'file' }, async ({ service }) => {
    const { parties } = sample as { parties: readonly unknown[] };
    return (await service.generate({ templateId: NDA, format: 'pdf', data: { parties } })).bytes;
  });

/** A page that is a picture. */
const SCAN = {
  ...ONE_PAGE,
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources <</XObject <</I 4 0 R>>>> /Contents 5 0 R>>',
  4: '<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1>>\nstream\nA\nendstream',
  5: '<</Length 9>>\nstream\nq /I Do Q\nendstream',
};

/** A Word file with other parts. */
function withParts(file: Uint8Array, parts: Zippable): Uint8Array {
  return zipSync({ ...unzipSync(file), ...parts });
}

function withProperty(file: Uint8Array, name: string, value: string): Uint8Array {
  const properties = strFromU8(unzipSync(file)['docProps/custom.xml'] as Uint8Array);
  const changed = properties.replace(
    new RegExp(`(name="${name}"[^>]*><vt:lpwstr>)[^<]*`),
    (_, start: string) => start + value,
  );
  if (changed === properties) throw new Error(`the file has no property ${name}`);
  return withParts(file, { 'docProps/custom.xml': strToU8(changed) });
}

const MAIN = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const body = (inner: string) => strToU8(`<w:document ${MAIN}><w:body>${inner}</w:body></w:document>`);
const entities = Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join('');
const doctype = strToU8(`<!DOCTYPE w [<!ENTITY e0 "ha">${entities}]><w:document ${MAIN}>&e30;</w:document>`);

describe('a bad Word file is refused with a sentence', () => {
  test.for<readonly [string, (word: Uint8Array) => Uint8Array, RegExp]>([
    ['empty', () => new Uint8Array(), /body|file/i],
    ['no ZIP', () => strToU8('hello'), /not a whole ZIP/],
    ['half', (word) => word.subarray(0, word.length / 2), /not a whole ZIP/],
    ['a PDF', () => withTable(ONE_PAGE), /not a whole ZIP/],
    ['encrypted', () => Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), /encrypted/],
    ['foreign', () => zipSync({ 'word/document.xml': body('<w:p/>') }), /does not name its template/],
    ['no document', () => zipSync({ a: strToU8('a') }), /no Word document/],
    ['a ZIP bomb', (word) => withParts(word, { x: new Uint8Array(101 * 2 ** 20) }), /unpacks to more/],
    ['an entity bomb', (word) => withParts(word, { 'word/document.xml': doctype }), /document type/],
    [
      'nested 10,000 deep',
      (word) => {
        const nested = body('<w:ins>'.repeat(10_000) + '</w:ins>'.repeat(10_000));
        return withParts(word, { 'word/document.xml': nested });
      },
      /nests elements/,
    ],
    [
      'of a forged text',
      (word) => withProperty(word, 'templateSha256', '0'.repeat(64)),
      /not to be had any more/,
    ],
    ['of no version', (word) => withProperty(word, 'version', '77.0.0'), /no such template or version/],
    ['of no template', (word) => withProperty(word, 'templateId', '../etc/passwd'), /no such template/],
    ['of no own text', (word) => withProperty(word, 'source', 'custom'), /no such text of its own/],
  ])('%s', async ([, spoil, reason], { service, word }) => {
    const answer = await read(service, spoil(word), CONTENT_TYPES.docx);
    expect(answer).toEqual({
      status: answer.message?.startsWith('The file') ? 422 : 400,
      error: expect.any(String),
      message: expect.stringMatching(reason),
    });
  });
});

describe('a bad PDF is refused with a sentence', () => {
  test.for<readonly [string, (pdf: Uint8Array) => Uint8Array, RegExp]>([
    ['no PDF', () => strToU8('hello'), /not a PDF/],
    ['a Word file', () => zipSync({ 'word/document.xml': body('<w:p/>') }), /not a PDF/],
    ['foreign', () => withTable(ONE_PAGE), /does not name its template/],
    ['a scan', () => withTable(SCAN), /pictures without text.*recognise the text/],
    ['a head alone', () => strToU8('%PDF-1.7\n'), /not a whole PDF/],
    [
      'pages in a circle',
      () => withTable({ ...ONE_PAGE, 2: '<</Type /Pages /Kids [2 0 R 2 0 R] /Count 9999999>>' }),
      /does not name its template|not a whole PDF/,
    ],
  ])('%s', async ([, spoil, reason], { service, pdf }) => {
    expect(await read(service, spoil(pdf), CONTENT_TYPES.pdf)).toEqual({
      status: 422,
      error: 'unreadable_document',
      message: expect.stringMatching(reason),
    });
  });

  test.skipIf(QPDF.isSkipped)(`encrypted, with ${QPDF.title}`, async ({ service, pdf }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'read-'));
    const [plain, closed] = ['a.pdf', 'b.pdf'].map((name) => path.join(folder, name)) as [string, string];
    writeFileSync(plain, pdf);
    for (const user of ['', 'secret']) {
      execFileSync('qpdf', ['--encrypt', user, 'owner', '256', '--', plain, closed]);
      const answer = await read(service, readFileSync(closed), CONTENT_TYPES.pdf);
      expect(answer).toMatchObject({ status: 422, message: expect.stringMatching(/encrypted/) });
    }
    rmSync(folder, { recursive: true });
  });
});

test('another type, a file that is said to be JSON, and too large a file are refused', async ({
  service,
  word,
}) => {
  expect((await read(service, word, 'text/plain')).status).toBe(415);
  expect((await read(service, word, 'application/json')).status).toBe(400);
  expect((await read(service, new Uint8Array(10 * 2 ** 20 + 1), CONTENT_TYPES.docx)).status).toBe(413);
});

test('external relationships, macros and comments by nobody change nothing', async ({ service, word }) => {
  const external = 'Target="http://127.0.0.1:9/x" TargetMode="External"';
  const spoilt = withParts(word, {
    'word/_rels/settings.xml.rels': strToU8(
      `<Relationships><Relationship Id="r9" Type="x" ${external}/></Relationships>`,
    ),
    'word/vbaProject.bin': strToU8('Sub AutoOpen()'),
    'word/comments.xml': strToU8(`<w:comments ${MAIN}><w:comment/></w:comments>`),
  });
  const answer = await read(service, spoilt, CONTENT_TYPES.docx);
  expect(answer).toMatchObject({ status: 200, verdict: 'as made', changes: [], comments: [] });
});

test('a documentId that is forged, or of another company, is unknown', async ({ service, shared, word }) => {
  const other = await asCompany(shared, `${service.companyId}-b`);
  const foreign = await read(other, word, CONTENT_TYPES.docx);
  expect(foreign).toMatchObject({ status: 200, verdict: 'unknown', changedValues: null, changes: [] });
  for (const id of ['6f9f1d2e-0000-4000-8000-000000000000', 'x'.repeat(5_000), '\u202e1']) {
    const answer = await read(service, withProperty(word, 'documentId', id), CONTENT_TYPES.docx);
    expect(answer).toMatchObject({ status: 200, verdict: 'unknown', changedValues: null });
  }
});

test('a file of a text that another company owns, or that was retired, is refused', async ({
  service,
  shared,
}) => {
  const admin = `/admin/v1/companies/${service.companyId}/templates/${NDA}/versions/7.0.0`;
  const headers = { authorization: `Bearer ${shared.adminToken}`, 'content-type': 'text/html' };
  const source =
    '{% from "partials/party.njk" import party_names %}<h1>Ours</h1><p>{{ party_names(parties) }} {{ project }}</p>';
  expect((await service.send('PUT', admin, headers, source)).status).toBe(201);
  const request = { templateId: NDA, version: '7.0.0', custom: true, format: 'docx', data: sample };
  const { bytes, status } = await service.generate(request);
  expect(status).toBe(200);
  expect(await read(service, bytes, CONTENT_TYPES.docx)).toMatchObject({ status: 200, verdict: 'as made' });
  const refused = {
    status: 422,
    error: 'unreadable_document',
    message: expect.stringMatching(/no such text/),
  };
  const other = await asCompany(shared, `${service.companyId}-c`);
  expect(await read(other, bytes, CONTENT_TYPES.docx)).toEqual(refused);
  await service.send('DELETE', admin, { authorization: headers.authorization });
  expect(await read(service, bytes, CONTENT_TYPES.docx)).toEqual(refused);
});

/** How many mutants of each format; the whole proof is MUTANTS=1000. */
const MUTANTS = Number(process.env.MUTANTS ?? (inProofs() ? 100 : 12));

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789 .,<>/"';

function mutantOf(bytes: Uint8Array, random: Random): Uint8Array {
  const mutant = Uint8Array.from(bytes);
  for (let count = 1 + random.below(12); count > 0; count--)
    mutant[random.below(mutant.length)] = random.below(256);
  const [from, to] = [random.below(mutant.length), random.below(mutant.length)];
  switch (random.below(4)) {
    case 0:
      return mutant.subarray(0, to);
    case 1:
      mutant.copyWithin(to, from, from + random.below(2_000));
      return mutant;
    default:
      return mutant;
  }
}

/** Half of the mutants of a Word file are whole ZIP files, with another letter here and there. */
function mutantOfWord(file: Uint8Array, random: Random): Uint8Array {
  if (random.below(2) === 0) return mutantOf(file, random);
  return edited(file, (xml) => {
    const letters = [...xml];
    for (let count = 1 + random.below(3); count > 0; count--)
      letters[random.below(letters.length)] = random.pick([...LETTERS]);
    return `${letters.join('')} `;
  });
}

test.for<[DocumentFormat, accept?: string]>([['docx'], ['pdf'], ['docx', CONTENT_TYPES.docx]])(
  'a mutant of a %s file is read, or refused with a sentence; the answer: %s',
  { timeout: 60_000 + MUTANTS * 2_000 },
  async ([format, accept], { service, word, pdf }) => {
    const random = new Random(`${process.env.RANDOM ?? ''}${format}`);
    const wrong: unknown[] = [];
    const counts = new Map<number, number>();
    for (let mutant = 0; mutant < MUTANTS; mutant += 4) {
      const files = Array.from({ length: 4 }, () =>
        format === 'pdf' ? mutantOf(pdf, random) : mutantOfWord(word, random),
      );
      const answers = await Promise.all(
        files.map((file) => read(service, file, CONTENT_TYPES[format], accept)),
      );
      for (const [index, answer] of answers.entries()) {
        const { status, message = '', redline } = answer;
        if (redline !== undefined) expect(readDocx(redline).paragraphs.length).toBeGreaterThan(0);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        const isGood = status === 200 || (status === 422 && message.startsWith('The file cannot be read: '));
        if (!isGood) wrong.push({ mutant: mutant + index, ...answer });
      }
    }
    expect(wrong).toEqual([]);
    expect([...counts.keys()].every((status) => status === 200 || status === 422)).toBe(true);
    if (process.env.MUTANTS) console.info(format, Object.fromEntries(counts));
  },
);
