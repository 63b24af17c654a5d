import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import type { Reading } from '../../../schemas/reading.ts';
import { after } from '../../formats/docx/redlines.ts';
import type { readDocx } from '../../formats/word/read-docx.ts';
import { text } from '../../formats/word/xml.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { edited, fillControls } from './fill-word.ts';

const templateId = 'supplier-agreement';
const sample = TEMPLATES.find((template) => template.templateId === templateId)?.sample ?? {};
const SILENT = { tracked: false, author: null, at: null };
const MOMENT = '2026-11-20T10:00:00Z';
const TERM = 'The Supplier delivers on Fridays.';
const NEW_TERM = 'The Customer pays for the pallets.';

let service: TestService;
/** What was made, and what was sent last: with another price, another word, and a term that is a tracked change. */
let made: Uint8Array;
let sent: Uint8Array;
beforeAll(async () => {
  service = await startEmbedded();
  made = await make(sample);
  const priced = replaced(made, '₦780.00', '₦980.00');
  sent = withTerm(replaced(priced, 'refuse only what', 'refuse all that'), TERM, 'Ours');
});
afterAll(() => service[Symbol.asyncDispose]());

async function make(data: object): Promise<Uint8Array> {
  return (await service.generate({ templateId, format: 'docx', data })).bytes;
}

function replaced(file: Uint8Array, was: string, now: string): Uint8Array {
  return edited(file, (body) => body.replaceAll(was, now));
}

/** Adds a special term behind the last one, as a tracked change. */
function withTerm(file: Uint8Array, words: string, author: string): Uint8Array {
  const last = String((sample.specialTerms as string[]).at(-1)).slice(0, 20);
  const by = `w:id="9" w:author="${author}" w:date="${MOMENT}"`;
  return edited(file, (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (paragraph) => {
      if (!paragraph.includes(last)) return paragraph;
      const [properties = ''] = /<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>/s.exec(paragraph) ?? [];
      const mark = properties.replace('</w:pPr>', `<w:rPr><w:ins ${by}/></w:rPr></w:pPr>`);
      return `${paragraph}<w:p>${mark}<w:ins ${by}><w:r><w:t>${words}</w:t></w:r></w:ins></w:p>`;
    }),
  );
}

function read(file: Uint8Array, more: object = {}, accept = 'application/json') {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const body = { file: base64(file), format: 'docx', against: base64(sent), ...more };
  return service.send('POST', '/api/v1/documents/read', { 'x-key': service.key, accept }, body);
}

/** What is new in a file, in short. */
async function news(file: Uint8Array) {
  const { changes, changedValues, filledIn, verdict, baseline } = (await read(file)).json as Reading;
  expect(baseline).toBe('against');
  const told = changes.map(({ kind, was, now, author }) => [kind, was, now, author]);
  return { changes: told, changedValues, filledIn, verdict };
}

const NOTHING = { changes: [], changedValues: [], filledIn: [], verdict: 'as made' };

test('the file that was sent last is as made, whatever had been changed in it', async () => {
  expect(await news(sent)).toEqual(NOTHING);
});

test('a value has the words that were sent last, and the text as made has others', async () => {
  const now = { path: 'price', title: 'Price', now: '₦770.00', ...SILENT };
  expect(await news(replaced(sent, '₦980.00', '₦770.00'))).toEqual({
    ...NOTHING,
    changedValues: [{ ...now, was: '₦980.00' }],
    verdict: 'changed',
  });
  const asMade = (await read(replaced(sent, '₦980.00', '₦770.00'), { against: undefined })).json;
  expect(asMade).toMatchObject({ baseline: 'text', changedValues: [now], verdict: 'changed' });
});

test('what was sent and is taken back is a change, and so is a new term', async () => {
  const back = replaced(sent, 'refuse all that', 'refuse only what');
  const { changes, verdict } = await news(withTerm(back, NEW_TERM, 'Theirs'));
  expect({ verdict, changes }).toEqual({
    verdict: 'changed',
    changes: [
      [
        'changed',
        expect.stringContaining('refuse all that'),
        expect.stringContaining('refuse only what'),
        null,
      ],
      ['inserted', '', NEW_TERM, 'Theirs'],
    ],
  });
});

test('a term that was sent as a tracked change may be accepted or left, but not be taken out', async () => {
  const accepted = edited(sent, (body) =>
    body.replace(/<w:rPr><w:ins [^>]*\/><\/w:rPr>/, '').replace(/<w:ins [^>]*>(.*?)<\/w:ins>/s, '$1'),
  );
  expect(await news(accepted)).toEqual(NOTHING);
  const { changes } = await news(
    replaced(replaced(made, '₦780.00', '₦980.00'), 'refuse only what', 'refuse all that'),
  );
  expect(changes).toEqual([['deleted', TERM, '', null]]);
});

test('a blank of the file that was sent last is filled in', async () => {
  const { paymentDays: _, ...data } = sample;
  const form = await make(data);
  const filled = fillControls(form, new Map([['paymentDays', '45']]));
  const against = Buffer.from(form).toString('base64');
  expect((await read(filled, { against })).json).toMatchObject({
    ...NOTHING,
    filledIn: ['paymentDays'],
    verdict: 'filled in',
  });
});

test('words that were struck through before are not told again', async () => {
  const struck = (file: Uint8Array, words: string) =>
    edited(file, (body) =>
      body.replace(
        new RegExp(`<w:r>(?:<w:rPr>((?:(?!</w:rPr>).)*)</w:rPr>)?(<w:t[^>]*>[^<]*${words}[^<]*</w:t>)`, 's'),
        (_, format = '', shown) => `<w:r><w:rPr><w:strike/>${format}</w:rPr>${shown}`,
      ),
    );
  const before = struck(sent, 'must not pledge them');
  const against = Buffer.from(before).toString('base64');
  expect((await read(before, { against })).json).toMatchObject(NOTHING);
  const { changes } = (await read(struck(before, 'perform again what is'), { against })).json as Reading;
  expect(changes).toMatchObject([
    { kind: 'marked', mark: 'struck through', now: expect.stringContaining('perform again') },
  ]);
});

test('the redline has what is new, by its author', async () => {
  const file = withTerm(replaced(sent, '₦980.00', '₦770.00'), NEW_TERM, 'Theirs');
  const { status, bytes } = await read(file, {}, CONTENT_TYPES.docx);
  expect(status).toBe(200);
  const words = (document: ReturnType<typeof readDocx>) => document.paragraphs.map(text).join('\n');
  expect(words(after(bytes, 'accept'))).toBe(words(after(file, 'accept')));
  expect(words(after(bytes, 'reject'))).toBe(words(after(sent, 'accept')));
});

test('only a Word file is compared with one that was sent last, and that one must be readable', async () => {
  const none = Buffer.from('no file').toString('base64');
  expect((await read(sent, { against: none })).json).toEqual({
    error: 'unreadable_document',
    message: expect.stringMatching(/^The file cannot be read: against: /),
  });
  expect(await read(sent, { format: 'pdf' })).toMatchObject({
    status: 400,
    json: { details: { invalid_fields: [{ field: 'against' }] } },
  });
});
