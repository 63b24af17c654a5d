import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import { readDocx } from '../../formats/word/read-docx.ts';
import { text } from '../../formats/word/xml.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { edited } from './fill-word.ts';

const templateId = 'supplier-agreement';
const sample = TEMPLATES.find((template) => template.templateId === templateId)?.sample ?? {};

const ADDED =
  '<w:p><w:pPr><w:pStyle w:val="ClauseLevel2"/></w:pPr><w:r><w:t>Talks go first.</w:t></w:r></w:p>';

let service: TestService;
beforeAll(async () => {
  service = await startEmbedded();
});
afterAll(() => service[Symbol.asyncDispose]());

test('a report has the verdict, the values and the changes of a file, in either format', async () => {
  const { bytes, headers } = await service.generate({ templateId, format: 'docx', data: sample });
  const documentId = String(headers['x-document-id']);
  const file = edited(bytes, (body) =>
    body
      .replaceAll('₦780.00', '₦980.00')
      .replace('refuse only what', 'refuse &lt;all&gt; that')
      .replace(/<w:p>(?:(?!<\/w:p>).)*disputed in good faith(?:(?!<\/w:p>).)*<\/w:p>/s, '')
      .replace(/<w:p>(?:(?!<\/w:p>).)*The parties must continue to perform.*?<\/w:p>/s, `$&${ADDED}`),
  );
  const body = { file: Buffer.from(file).toString('base64'), format: 'docx', data: sample };
  const report = async (format: 'pdf' | 'docx') =>
    service.send('POST', '/api/v1/documents/read', { 'x-key': service.key }, { ...body, report: format });
  const word = await report('docx');
  expect([word.status, word.headers]).toMatchObject([
    200,
    {
      'content-type': CONTENT_TYPES.docx,
      'content-disposition': `attachment; filename="${templateId}-1.0.0-report.docx"`,
      'x-document-id': documentId,
    },
  ]);
  const paragraphs = readDocx(word.bytes).paragraphs.map(text);
  const [readOn = ''] = paragraphs.filter((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/.test(line));
  const disputed =
    'A sum that is disputed in good faith, with reasons given before it is due, need not be paid until the dispute is settled. ' +
    'A tax that the law requires the Customer to withhold may be withheld, against proof that it has been paid over.';
  const clause = (words: string) =>
    `The Supplier must accept or refuse an Order within 5 Business Days. It may refuse ${words} does not accord with this ` +
    'agreement or is more, or sooner, than it can reasonably supply. An Order is binding once it has been accepted in writing or begun.';
  expect(paragraphs).toEqual([
    'Report on a returned document',
    'CHANGED: the document is not as it was made.',
    ...['Document', 'Supplier Agreement', 'Text', 'supplier-agreement 1.0.0'],
    ...['Number of the document', documentId],
    ...['Compared with', 'The document as it was made', 'Read on', readOn],
    'Changed values',
    ...['Price', 'Was ₦780.00', 'Now ₦980.00', 'Nobody marked this change'],
    'Changes of the text',
    ...['4.2 Orders', 'changed: Nobody marked this change'],
    ...[`Was ${clause('only what')}`, `Now ${clause('<all> that')}`],
    ...['8.5 Price and payment', 'deleted: Nobody marked this change', `Was ${disputed}`],
    ...['new 24.6, after 24.5 Disputes', 'inserted: Nobody marked this change', 'Now Talks go first.'],
    'Clauses with another number',
    ...['8.6 Price and payment is now 8.5', '8.7 Price and payment is now 8.6'],
    ...['References to deleted clauses', '20.2(b) Termination refers to 8.5'],
  ]);
  const pdf = await report('pdf');
  expect([pdf.status, pdf.headers['content-type'], pdf.bytes.subarray(0, 5).toString()]).toEqual([
    200,
    CONTENT_TYPES.pdf,
    '%PDF-',
  ]);
});
