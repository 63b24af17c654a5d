import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import type { Reading } from '../../../schemas/reading.ts';
import { readPdfFile } from '../../../src/received/returned/file/pdf-file.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import type { TestService } from '../../service.ts';
import { test as base } from '../../shared-service.ts';
import { ONE_PAGE, withTable } from '../seal/make-pdf.ts';
import { edited } from './fill-word.ts';

// What a file says is bounded in an answer: a few KB of a file can say megabytes.

const NDA = 'non-disclosure-agreement';
const sample = TEMPLATES.find(({ templateId }) => templateId === NDA)?.sample ?? {};

const test = base.extend('word', { scope: 'file' }, async ({ service }) => {
  return (await service.generate({ templateId: NDA, format: 'docx', data: sample })).bytes;
});

async function read(service: TestService, bytes: Uint8Array, accept = 'application/json') {
  const headers = { 'x-key': service.key, 'content-type': CONTENT_TYPES.docx, accept };
  const answer = await service.send('POST', '/api/v1/documents/read', headers, Buffer.from(bytes));
  const { changes, comments, verdict, error, message } = answer.json as Partial<Reading> & {
    readonly error?: string;
    readonly message?: string;
  };
  return { status: answer.status, size: answer.bytes.length, changes, comments, verdict, error, message };
}

const MAIN = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (text: string) => `<w:p>${run(text)}</w:p>`;
const tracked = (paragraphs: readonly string[], author: string) =>
  `<w:ins w:id="1" w:author="${author}" w:date="2026-11-20T10:00:00Z">${paragraphs.join('')}</w:ins>`;

/** A file with more paragraphs among its clauses. */
const withParagraphs = (word: Uint8Array, paragraphs: readonly string[]) =>
  edited(word, (body) => {
    const end = body.lastIndexOf('<w:p>', body.lastIndexOf('>Duration<'));
    return body.slice(0, end) + paragraphs.join('') + body.slice(end);
  });

test('the author of a change has at most 255 characters', async ({ service, word }) => {
  const texts = Array.from({ length: 100 }, (_, index) => `Clause ${index} is new.`);
  const bytes = withParagraphs(word, [tracked(texts.map(paragraph), 'A'.repeat(1_048_576))]);
  const { status, size, changes } = await read(service, bytes);
  expect({ status, isSmall: size < 100_000 }).toEqual({ status: 200, isSmall: true });
  expect(changes).toEqual(
    texts.map((now) => expect.objectContaining({ now, author: 'A'.repeat(255), tracked: true })),
  );
});

test('a text of a change has at most 10,000 characters, and the change is told once', async ({
  service,
  word,
}) => {
  const text = 'and so  on, '.repeat(2_000).trim();
  const { status, changes } = await read(service, withParagraphs(word, [paragraph(text)]));
  const now = text.replaceAll('  ', ' ').slice(0, 10_000);
  expect({ status, changes }).toEqual({
    status: 200,
    changes: [expect.objectContaining({ kind: 'inserted', was: '', now, tracked: false })],
  });
});

test('a comment is told once, at its first place, and bounded', async ({ service, word }) => {
  const at = '2026-11-20T10:00:00Z';
  const comment = `<w:comment w:id="7" w:author="${'B'.repeat(1_000)}" w:date="${at}"><w:p>${run('why '.repeat(100_000))}</w:p></w:comment>`;
  const range = '<w:commentRangeStart w:id="7"/>';
  const marked = edited(word, (body) => body.replaceAll(/<\/w:pPr>(?=<w:r>)/g, `$&${range}`));
  const bytes = zipSync({
    ...unzipSync(marked),
    'word/comments.xml': strToU8(`<w:comments ${MAIN}>${comment}</w:comments>`),
  });
  const { status, comments, changes } = await read(service, bytes);
  expect({ status, comments, changes }).toEqual({
    status: 200,
    comments: [
      {
        clause: expect.any(String),
        author: 'B'.repeat(255),
        at,
        text: 'why '.repeat(2_500),
      },
    ],
    changes: [],
  });
});

describe('a file that says more than an answer can tell is refused, as JSON and as a redline', () => {
  const word = 'a'.repeat(7_000_000);
  test.for<readonly [string, (file: Uint8Array) => Uint8Array, string]>([
    [
      'texts of 1.1 MB',
      (file) =>
        withParagraphs(
          file,
          Array.from({ length: 125 }, (_, at) => paragraph(`${at} ${`${'a'.repeat(999)} `.repeat(9)}`)),
        ),
      'the answer would have more than 1 MiB; remove texts and comments that do not belong to the document',
    ],
    [
      '2,001 changes',
      (file) =>
        withParagraphs(
          file,
          Array.from({ length: 2_001 }, () => paragraph('New.')),
        ),
      'the file differs from its text in more than 2000 places; is it another document?',
    ],
    [
      'a word of 7 MB in the text',
      (file) => withParagraphs(file, [paragraph(word)]),
      'the file has a word of more than 10000 characters; remove it',
    ],
    [
      'a word of 7 MB in a control',
      (file) => edited(file, (body) => body.replace(/<w:showingPlcHdr\/>(.*?<w:t[^>]*>)[^<]*/s, `$1${word}`)),
      'the file has a word of more than 10000 characters; remove it',
    ],
    [
      'a word of 7 MB in many pieces',
      (file) => withParagraphs(file, [`<w:p>${run('a'.repeat(9_999)).repeat(700)}</w:p>`]),
      'the file has a word of more than 10000 characters; remove it',
    ],
  ])('%s', { timeout: 60_000 }, async ([, spoil, reason], { service, word: file }) => {
    const bytes = spoil(file);
    for (const accept of ['application/json', CONTENT_TYPES.docx]) {
      const { status, error, message } = await read(service, bytes, accept);
      expect({ accept, status, error, message }).toEqual({
        accept,
        status: 422,
        error: 'unreadable_document',
        message: `The file cannot be read: ${reason}`,
      });
    }
  });
});

/** A PDF with a form of text fields. */
function form(fields: readonly string[]): Buffer {
  const ids = fields.map((_, index) => index + 5);
  const objects = Object.fromEntries(
    fields.map((value, index) => [
      index + 5,
      `<</FT /Tx /Type /Annot /Subtype /Widget /Rect [0 0 1 1] /T (f${index}) /V (${value})>>`,
    ]),
  );
  const references = ids.map((id) => `${id} 0 R`).join(' ');
  return withTable({
    ...ONE_PAGE,
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm 4 0 R>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [${references}]>>`,
    4: `<</Fields [${references}]>>`,
    ...objects,
  });
}

test('the fields of a PDF are at most 5,000, and their values at most 65,536 characters', async () => {
  const fieldsOf = async (values: readonly string[]) =>
    [...(await readPdfFile(form(values))).fields.values()].map(({ length }) => length);
  expect(await fieldsOf(['x'.repeat(65_536)])).toEqual([65_536]);
  expect(await fieldsOf(Array(5_000).fill('x'))).toHaveLength(5_000);
  await expect(fieldsOf(['x'.repeat(65_537)])).rejects.toThrow('more than 65536 characters');
  await expect(fieldsOf(Array(5_001).fill('x'))).rejects.toThrow('more than 5000 fields');
});
