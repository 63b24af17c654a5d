import { hash } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect } from 'vitest';
import { readParts } from '../../../src/render/parts.ts';
import { PROJECT } from '../../../src/templating/templates/catalogue.ts';
import { textDigest } from '../../../src/templating/templates/text-digest.ts';
import { fieldPlaces, withPdf } from '../../formats/pdf/read-fields.ts';
import { readObjects } from '../../formats/pdf/read-objects.ts';
import { readControls } from '../../formats/word/read-controls.ts';
import { paragraphText, part, readDocx } from '../../formats/word/read-docx.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { expectValid } from '../../formats/word/valid.ts';
import { child, findAll, text, value } from '../../formats/word/xml.ts';
import { turnsOf } from '../../part.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { named, TEMPLATES } from './documents.ts';
import { readPdf } from './read-pdf.ts';

let service: TestService;
test.beforeAll(({ service: shared }) => {
  service = shared;
});

const NDA = TEMPLATES.find(
  ({ templateId }) => templateId === 'non-disclosure-agreement',
) as (typeof TEMPLATES)[0];
const EMPLOYMENT = TEMPLATES.find(({ templateId }) =>
  templateId.startsWith('senior'),
) as (typeof TEMPLATES)[0];

const PARTS = readParts(`${PROJECT}/templates-html`);

interface Request {
  readonly template?: (typeof TEMPLATES)[0];
  readonly data?: object;
  readonly options?: object;
}

async function make(
  format: 'pdf' | 'docx',
  { template = NDA, data, options = {} }: Request,
): Promise<Buffer> {
  const { templateId, version, sample } = template;
  const answer = await service.generate({ templateId, version, format, data: data ?? sample, options });
  expect(answer.status, answer.bytes.toString().slice(0, 500)).toBe(200);
  return answer.bytes;
}

/** The attachments of a PDF, by name, and the size of its pages in points. */
async function openPdf(bytes: Buffer) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const found = (await document.getAttachments()) ?? new Map();
  const attachments: Record<string, string> = {};
  for (const [id, { filename }] of found)
    attachments[filename] = Buffer.from((await document.getAttachmentContent(id)) ?? []).toString();
  const [, , width, height] = (await document.getPage(1)).view;
  await loading.destroy();
  return { attachments, size: [width, height] };
}

async function embeddedIn(format: 'pdf' | 'docx', bytes: Buffer): Promise<unknown> {
  if (format === 'docx') {
    const item = part(readWord(bytes).document, 'customXml/item1.xml');
    expect([item.name, item.attributes.name]).toEqual(['data', 'data.json']);
    return JSON.parse(text(item));
  }
  const { attachments } = await openPdf(bytes);
  expect(Object.keys(attachments)).toEqual(['data.json']);
  // A file of the whole document (ISO 19005-3, annex E).
  expect(readObjects(bytes).catalogue).toMatch(/\/AF \[\d+ 0 R\]/);
  return JSON.parse(attachments['data.json'] ?? '');
}

describe.each([
  ['pdf', 0],
  ['docx', 1],
] as const)('embedData, %s', (format, row) => {
  test.each(TEMPLATES.filter(turnsOf(row, 2)).map((template) => [named(template), template] as const))(
    '%s contains the data of its sample',
    async (_name, template) => {
      const { templateId, version, source, sample } = template;
      const bytes = await make(format, { template, options: { embedData: true } });
      expect(await embeddedIn(format, bytes)).toEqual({
        templateId,
        version,
        source: 'global',
        templateSha256: textDigest(`${templateId}/${version}.njk`, source, PARTS),
        data: sample,
      });
    },
  );

  test('leaves out fields that are unknown, blank or excluded by a condition', async () => {
    const data = {
      firstName: 'Ada & "Obi" <\u{1f600}\n>',
      lastName: ' ',
      address: null,
      nickname: 'A',
      fixed: false,
      employmentDuration: '24 months',
      isBenefits: false,
      benefits: ['Lunch'],
    };
    const bytes = await make(format, { template: EMPLOYMENT, data, options: { embedData: true } });
    expect(await embeddedIn(format, bytes)).toMatchObject({
      data: { firstName: data.firstName, fixed: false, isBenefits: false },
    });
    expect(Object.keys(((await embeddedIn(format, bytes)) as { data: object }).data)).toEqual([
      'firstName',
      'fixed',
      'isBenefits',
    ]);
  });
});

test('embeds nothing by default', async () => {
  expect((await openPdf(await make('pdf', {}))).attachments).toEqual({});
  const { document } = readWord(await make('docx', {}));
  expect(document.names.filter((name) => name.startsWith('customXml'))).toEqual([]);
});

describe('fillable, docx', () => {
  const data = { parties: [{ isCompany: true, rcName: 'Acme & Sons' }, {}] };

  async function controlsOf(fillable?: string) {
    const { document, blocks } = readWord(await make('docx', { data, options: { fillable } }));
    return { document, blocks, controls: readControls(document) };
  }

  test('none: prints ruled blanks with the same words', async () => {
    const [plain, form] = await Promise.all([controlsOf('none'), controlsOf()]);
    expect([plain.controls, plain.blocks]).toEqual([[], form.blocks]);
    expect(plain.document.names.filter((name) => /customXml|glossary/.test(name))).toEqual([]);
  });

  test('blanks, the default: an absent value is a control, and the custom XML has no values', async () => {
    const [told, untold] = await Promise.all([controlsOf('blanks'), controlsOf()]);
    expect(told.controls).toEqual(untold.controls);
    expect(told.controls.map(({ tag }) => tag)).toEqual(
      expect.arrayContaining(['parties[0].rcAddress', 'parties[1].fullName', 'governingLaw', 'dispute']),
    );
    expect(JSON.stringify(part(told.document, 'customXml/item1.xml'))).not.toContain('Acme');
  });

  test('all: a given value is a control too, and all its places are bound to one value', async () => {
    const { document, blocks, controls } = await controlsOf('all');
    expect(blocks).toEqual((await controlsOf()).blocks);
    const names = controls.filter(({ tag }) => tag === 'parties[0].rcName');
    expect(names.length).toBeGreaterThan(1);
    for (const name of names)
      expect(name).toMatchObject({ text: 'Acme & Sons', value: 'Acme & Sons', isEmpty: false });
    const held = findAll(part(document, 'customXml/item1.xml'), 'field').filter(
      ({ attributes }) => attributes.path === 'parties[0].rcName',
    );
    expect(held).toHaveLength(1);
  });
});

test('fillable all is the same as blanks for a PDF', async () => {
  const [all, blanks] = await Promise.all(
    ['all', 'blanks'].map((fillable) => make('pdf', { data: { parties: [{}] }, options: { fillable } })),
  );
  expect((await readPdf(all as Buffer)).blocks).toEqual((await readPdf(blanks as Buffer)).blocks);
});

describe('paper', () => {
  test.each<[paper: string | undefined, points: number[]]>([
    [undefined, [595, 842]],
    ['A4', [595, 842]],
    ['Letter', [612, 792]],
  ])('%s', async (paper, points) => {
    const options = { paper };
    const { size } = await openPdf(await make('pdf', { options }));
    expect(size.map((length) => Math.round(Number(length)))).toEqual(points);
    const { document } = readWord(await make('docx', { options }));
    const [page] = findAll(document.body, 'w:pgSz');
    const word = ['w:w', 'w:h'].map((name) => Math.round(Number(page?.attributes[name]) / 20));
    expect(word).toEqual(points);
  });
});

describe('a draft', () => {
  test('has the mark on each page of a PDF, and no additional words in the structure', async () => {
    const [plain, draft] = await Promise.all([make('pdf', {}), make('pdf', { options: { draft: true } })]);
    const [before, after] = [await readPdf(plain), await readPdf(draft)];
    expect(after.blocks).toEqual(before.blocks);
    expect(after.pages).toHaveLength(before.pages.length);
    const loading = getDocument({ data: new Uint8Array(draft), verbosity: 0 });
    const document = await loading.promise;
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent({ includeMarkedContent: true });
      const written = items.map((item) => ('str' in item ? item.str : '')).join('');
      expect(written.split('DRAFT')).toHaveLength(2);
    }
    await loading.destroy();
  });

  test('has the mark in each header of a Word file, and the same words', async () => {
    const [plain, draft] = await Promise.all([make('docx', {}), make('docx', { options: { draft: true } })]);
    const [before, after] = [readWord(plain), readWord(draft)];
    expect(after.blocks).toEqual(before.blocks);
    const headers = after.document.names.filter((name) => /^word\/header\d\.xml$/.test(name));
    expect(headers.length).toBeGreaterThan(0);
    for (const name of headers) {
      const paths = findAll(part(after.document, name), 'v:textpath').map(
        ({ attributes }) => attributes.string,
      );
      expect(paths).toEqual([undefined, 'DRAFT']);
      const words = (header: Parameters<typeof findAll>[0]) => findAll(header, 'w:t').map(text).join('');
      expect(words(part(after.document, name))).toBe(words(part(before.document, name)));
    }
    expect(child(after.document.body, 'w:sectPr')).toEqual(child(before.document.body, 'w:sectPr'));
  });
});

describe('the form fields of a PDF', () => {
  const fieldsOf = async (options: object) => {
    const data = { parties: [{ rcName: 'Acme Limited', isCompany: true }] };
    const places = await withPdf(await make('pdf', { data, options }), fieldPlaces);
    return new Set(places.map(({ name }) => name));
  };

  test('are the absent fields, except with fillable none or in an archival file', async () => {
    const fields = await fieldsOf({});
    expect([...fields].slice(0, 3)).toEqual([
      'parties[0].rcCountry',
      'parties[0].rcNumber',
      'parties[0].rcAddress',
    ]);
    expect(await fieldsOf({ fillable: 'blanks' })).toEqual(fields);
    expect(await fieldsOf({ fillable: 'none' })).toEqual(new Set());
    expect(await fieldsOf({ archive: true })).toEqual(new Set());
  });

  test('include the signature lines with signatures: fields', async () => {
    const lines = ['Party 1 (Acme Limited): Signature', 'Party 1 (Acme Limited): Date'];
    expect(await fieldsOf({ fillable: 'none', signatures: 'fields' })).toEqual(
      new Set([
        ...lines,
        'Party 1 (Acme Limited): Title',
        ...['Signature', 'Name', 'Title, if any', 'Date'].map((line) => `Party 2: ${line}`),
      ]),
    );
    expect((await fieldsOf({ signatures: 'fields' })).isSupersetOf(new Set(lines))).toBe(true);
  });
});

describe('a table of contents', () => {
  const PARTS = ['Key Terms', 'Standard Terms'];

  test('of a PDF has the page of each heading, as a link', async () => {
    const bytes = await make('pdf', { options: { toc: true } });
    const { blocks } = await readPdf(bytes);
    const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
    const document = await loading.promise;
    const outline = await document.getOutline();
    const below = (entries: typeof outline): typeof outline =>
      entries.flatMap((entry) => [entry, ...below(entry.items)]);
    const listed = await Promise.all(
      below(outline)
        .filter(({ title }) => !['Contents', NDA.title].includes(title.trim()))
        .map(async ({ title, dest }) => {
          const [page] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
          return `${title}${(await document.getPageIndex(page)) + 1}`.replace(/\s/g, '');
        }),
    );
    await loading.destroy();
    const shown = blocks.map((block) => block.replace(/\s/g, ''));
    const first = shown.indexOf('Contents') + 1;
    expect(shown.slice(first, first + listed.length)).toEqual(listed);
    expect(new Set(listed.map((entry) => entry.at(-1))).size).toBeGreaterThan(3);
  });

  test('of a Word file is a field with an entry for each heading, and its page in the PDF', async () => {
    const document = readDocx(await make('docx', { options: { toc: true } }));
    const entries = document.paragraphs.filter((paragraph) =>
      /^TOC\d$/.test(value(paragraph, 'w:pPr', 'w:pStyle') ?? ''),
    );
    const instructions = findAll(document.body, 'w:instrText').map((one) => text(one).trim());
    const bookmarks = findAll(document.body, 'w:bookmarkStart').map(({ attributes }) => attributes['w:name']);
    expect(instructions[0]).toBe('TOC \\o "1-2" \\h \\z \\u');
    expect(
      entries
        .map(paragraphText)
        .slice(0, 3)
        .map((entry) => entry.trim()),
    ).toEqual([...PARTS.map((part, index) => `${part} ${index + 1}`), '1. Definitions 2']);
    expect(instructions.filter((one) => one.startsWith('PAGEREF'))).toEqual(
      entries.map((_, index) => `PAGEREF _Toc${index + 1} \\h`),
    );
    const { blocks } = await readPdf(await make('pdf', { options: { toc: true } }));
    const shown = blocks.map((block) => block.replace(/\s/g, ''));
    const first = shown.indexOf('Contents') + 1;
    expect(entries.map((entry) => paragraphText(entry).replace(/\s/g, ''))).toEqual(
      shown.slice(first, first + entries.length),
    );
    // Word would ask the reader whether to update "fields that may refer to other files".
    expect(findAll(document.body, 'w:fldChar').filter(({ attributes }) => 'w:dirty' in attributes)).toEqual(
      [],
    );
    expect(findAll(document.body, 'w:hyperlink').map(({ attributes }) => attributes['w:anchor'])).toEqual(
      expect.arrayContaining(entries.map((_, index) => `_Toc${index + 1}`)),
    );
    expect(bookmarks).toEqual(expect.arrayContaining(entries.map((_, index) => `_Toc${index + 1}`)));
  });
});

test.each([
  ['plain', []],
  ['tracked', [['w:trackRevisions', {}]]],
  ['forms', [['w:documentProtection', { 'w:edit': 'forms', 'w:enforcement': '1' }]]],
])('a Word file of the mode %s', async (wordMode, expected) => {
  const { document } = readWord(await make('docx', { data: { parties: [{}] }, options: { wordMode } }));
  const found = ['w:trackRevisions', 'w:documentProtection'].flatMap((name) =>
    findAll(part(document, 'word/settings.xml'), name).map((one) => [one.name, one.attributes]),
  );
  expect(found).toEqual(expected);
});

test('an archival file claims PDF/A-3 and contains the data', async () => {
  const bytes = await make('pdf', { options: { archive: true, embedData: true } });
  expect(bytes.toString('latin1')).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(await embeddedIn('pdf', bytes)).toMatchObject({ templateId: NDA.templateId });
});

test('a Word file with all options is valid', async () => {
  const options = { fillable: 'all', paper: 'Letter', draft: true, embedData: true };
  await expectValid(await make('docx', { options }));
});

test('options also apply to an override', async () => {
  const source = '<h1>Ours</h1><p>{{ project | blank("project") }}</p>';
  const token = { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' };
  const place = `/admin/v1/companies/${service.companyId}/templates/${NDA.templateId}/versions/3.0.0`;
  expect((await service.send('PUT', place, token, source)).status).toBe(201);
  const options = { paper: 'A4', draft: true, embedData: true };
  const data = { parties: [{}], project: 'a loan' };
  const { templateId } = NDA;
  for (const format of ['pdf', 'docx'] as const) {
    const { bytes } = await service.generate({ templateId, custom: true, format, data, options });
    expect(await embeddedIn(format, bytes)).toEqual({
      templateId,
      version: '3.0.0',
      source: 'custom',
      templateSha256: hash('sha256', source),
      data,
    });
  }
});
