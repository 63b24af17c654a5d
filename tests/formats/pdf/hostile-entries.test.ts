import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { factsOf, propertiesOf } from '../../../src/formats/document/facts.ts';
import { type FormPlace, formLink } from '../../../src/formats/document/form-link.ts';
import { type Printer, startPrinter } from '../../../src/formats/pdf/printer.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { completeHead, readHead } from '../../../src/templating/html/tree.ts';
import type { HtmlDocument } from '../../service/use-cases/documents.ts';
import { needProgram } from '../../tools.ts';
import { fieldPlaces, withPdf } from './read-fields.ts';

const QPDF = needProgram('qpdf');
const run = promisify(execFile);
const never = new AbortController();

/** Texts that look like entries of a PDF, like XMP, or like markup. */
const PIECES = [
  ...[
    '/CreationDate <FEFF003C>',
    '/ModDate (D:20200101000000Z)',
    '/Producer <FEFF0058>',
    '/Title (x)',
    '/Lang (x)',
  ],
  ...[
    '/StructTreeRoot 1 0 R',
    '/URI (x)',
    '/Dest /x',
    '/T (x)',
    '/Alt (x)',
    '/OpenAction <<',
    '>>',
    '<<',
    ' 1 0 R',
  ],
  ...[
    '(',
    ')',
    '\\',
    '\\)',
    '<',
    '>',
    '[',
    ']',
    '%',
    '#41',
    '/',
    '\nendobj\n1 0 obj\n<<',
    ' stream\n',
    'endstream',
  ],
  ...[
    '</rdf:li>',
    '<pdfuaid:part>1</pdfuaid:part>',
    ']]>',
    '<!--',
    '-->',
    '<?xpacket end="r"?>',
    '&amp;',
    '&#1;',
    '&',
  ],
  ...['</title>', '</head>', '<meta name="author" content="x">', '"', "'", '<style>', '</style>'],
  ...[
    '\u0001',
    '\u001b',
    '\u001ben',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u2028',
    '\ufeff',
    '\ufffe',
    '\uffff',
  ],
  ...[
    'é',
    'ééééé',
    '€',
    '•',
    'þÿ',
    'ï»¿',
    'Ọ',
    '名',
    '\u{1f600}',
    '\u202e',
    ' ',
    '\t',
    '\r\n',
    '\f',
    'word',
    '.',
  ],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 6 })
  .map((all) => all.join(''));

interface Texts {
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly keywords: string;
  readonly language: string;
  readonly alternative: string;
  readonly blank: string;
  readonly name: string;
  readonly label: string;
  readonly option: string;
}

const texts = fc.record({
  ...{ title: text, author: text, description: text, keywords: text, language: text, alternative: text },
  ...{ blank: text, name: text, label: text, option: text },
});

const escaped = (value: string) => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAAMYAAAn+Af+xKF6KAAAAAElFTkSuQmCC';

/** As the service makes a document: parsed, and serialised again. */
function documentOf(all: Texts): HtmlDocument {
  const { title, author, description, keywords, language, alternative, blank, name, label, option } = all;
  const fields: FormPlace[] = [
    { name, title: label, kind: 'text' },
    { name: `${name} box`, title: label, kind: 'box', option, state: 'ticked' },
  ];
  const document = parseHtml(
    `<!doctype html><html lang="${escaped(language)}"><head><title>t ${escaped(title)}</title>
    <style>/* </head><meta name="author" content="y"><li>"</li> */</style>
    <meta name="author" content="a ${escaped(author)}"><meta name="description" content="d ${escaped(description)}">
    <meta name="keywords" content="k ${escaped(keywords)}"></head><body><h1>A</h1>
    <p><img src="${PICTURE}" alt="i ${escaped(alternative)}">
    <span role="textbox" aria-label="b ${escaped(blank)}">____</span></p>
    <p><a href="${formLink(0)}">____</a> <a href="${formLink(1)}">☐</a></p></body></html>`,
  );
  completeHead(document, 'A title');
  const properties = propertiesOf(readHead(document));
  return {
    html: serializeHtml(document),
    facts: factsOf(document, new Map(), new Map(), properties, fields),
  };
}

/** A text on one line, without what XML cannot contain. pdf.js trims what it reads in XMP. */
const meant = (value: string) =>
  value
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/ +/g, ' ')
    .trim();

/** Without the characters that a text string of a field must not contain; lines as they are. */
const plain = (value: string) => value.replace(/[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu, '');

type Json = Record<string, unknown>;

describe('texts that look like entries of a PDF', () => {
  let printer: Printer;
  const faults: unknown[] = [];

  beforeAll(async () => {
    printer = await startPrinter({
      ...{ size: 1, waitTimeoutMs: 100_000, workTimeoutMs: 100_000 },
      ...{ chromiumPath: process.env.CHROMIUM_PATH, sandboxRequired: false, onUnjailed: () => {} },
      onFault: (error) => faults.push(error),
    });
  });
  afterAll(() => printer.close());

  const print = async (all: Texts, archive: boolean) =>
    (
      await printer.printPdf(
        { ...documentOf(all), origin: 'custom', options: { ...DEFAULT_OPTIONS, archive } },
        never,
      )
    ).bytes;

  test('are the same in the properties, in XMP and in the form when pdf.js reads them', async () => {
    const property = fc.asyncProperty(texts, fc.boolean(), async (all, archive) => {
      const pdf = await print(all, archive);
      const read = await withPdf(pdf, async (document) => {
        const { info, metadata } = await document.getMetadata();
        const { Title, Author, Subject, Keywords, Creator, Producer, CreationDate } = info as Json;
        const inXmp = (name: string) => [metadata.get(name)].flat().join();
        return {
          info: [Title, Author, Subject, Keywords, Creator].map((value) => String(value).trim()),
          xmp: [
            ...['dc:title', 'dc:creator', 'dc:description', 'pdf:keywords', 'xmp:creatortool'].map(inXmp),
            inXmp('pdf:producer') === Producer,
            inXmp('xmp:createdate').replace(/\D/g, '') === String(CreationDate).replace(/\D/g, ''),
          ],
          claims: [inXmp('pdfuaid:part'), inXmp('pdfaid:part'), inXmp('pdfaid:conformance')],
          fields: (await fieldPlaces(document)).map(({ label, kind }) => [kind, label]),
          actions: await document.getJSActions(),
        };
      });
      const [title, author] = [meant(`t ${all.title}`), meant(`a ${all.author}`)];
      const [subject, keywords] = [meant(`d ${all.description}`), meant(`k ${all.keywords}`)];
      expect(read).toEqual({
        info: [title, author, subject, keywords, 'document-generation-service'],
        xmp: [title, author, subject, keywords, 'document-generation-service', true, true],
        claims: ['', archive ? '3' : '', archive ? 'U' : ''],
        fields: [
          ['lines', plain(all.label)],
          ['box', plain(`${all.label}: ${all.option}`)],
        ],
        actions: null,
      });
      expect(faults).toEqual([]);
    });
    await fc.assert(property, { seed: 20, numRuns: 60 });
  });

  test.skipIf(QPDF.isSkipped)(`are the same when ${QPDF.title} reads them`, async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'entries-'));
    const file = path.join(folder.path, 'hostile.pdf');
    const property = fc.asyncProperty(texts, async (all) => {
      await writeFile(file, await print(all, false));
      const { stdout } = await run('qpdf', ['--json=2', file], { maxBuffer: 1e8 });
      const [, objects] = (JSON.parse(stdout) as { qpdf: [Json, Json] }).qpdf;
      const at = (reference: unknown) => (objects[`obj:${reference}`] as { value: Json }).value;
      const { value: trailer } = objects.trailer as { value: Json };
      const [catalogue, info] = [at(trailer['/Root']), at(trailer['/Info'])];
      const values = Object.values(objects).map((object) => (object as { value?: Json }).value ?? {});
      const alternatives = values.filter((value) => value['/Type'] === '/StructElem' && '/Alt' in value);
      const names = values.flatMap((value) => ('/T' in value ? [value['/T']] : []));
      expect({
        info: Object.keys(info).sort(),
        title: String(info['/Title']).trim(),
        catalogue: Object.keys(catalogue).sort(),
        figure: alternatives.filter((value) => value['/S'] === '/Figure').length,
        blanks: alternatives.filter((value) => value['/S'] === '/Form').length,
        names: names.map(String).sort(),
      }).toEqual({
        info: '/Author /CreationDate /Creator /Keywords /ModDate /Producer /Subject /Title'.split(' '),
        title: `u:${meant(`t ${all.title}`)}`,
        catalogue: [
          ...[
            '/AcroForm',
            '/Dests',
            '/Lang',
            '/MarkInfo',
            '/Metadata',
            '/Outlines',
            '/PageMode',
            '/Pages',
            '/StructTreeRoot',
          ],
          ...['/Type', '/ViewerPreferences'],
        ].filter((key) => key in catalogue || (key !== '/Dests' && key !== '/Lang')),
        figure: 1,
        blanks: 1,
        names: [...new Set([...groups(all.name), ...groups(`${all.name} box`)])].sort(),
      });
    });
    await fc.assert(property, { seed: 21, numRuns: 40 });
  });
});

/** The names of a field and of the groups around it. */
function groups(name: string): string[] {
  return name.split('.').map((each) => `u:${plain(each)}`);
}
