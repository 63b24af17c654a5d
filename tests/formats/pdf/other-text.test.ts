import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { makeAccessible } from '../../../src/formats/pdf/accessibility/make-accessible.ts';
import { startPrinter } from '../../../src/formats/pdf/printer.ts';
import { serializeHtml } from '../../../src/templating/html/parse.ts';
import { type HtmlDocument, withFacts } from '../../service/use-cases/documents.ts';
import { completed } from '../document/complete.ts';
import { readMarks } from './read-marks.ts';
import { readObjects } from './read-objects.ts';
import { readTags } from './read-tags.ts';

/** One black pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function startOne() {
  const told: unknown[] = [];
  const printer = await startPrinter({
    size: 1,
    waitTimeoutMs: 30_000,
    workTimeoutMs: 30_000,
    onFault: (error) => told.push(error),
    chromiumPath: process.env.CHROMIUM_PATH,
    sandboxRequired: false,
    onUnjailed: () => {},
  });
  const print = async (body: string, origin: 'global' | 'custom' = 'custom') => {
    const html = `<!doctype html><html lang="fr"><head><title>A &amp; (b) “c”</title></head><body>${body}</body></html>`;
    return (await printer.printPdf({ ...withFacts(html), origin }, new AbortController())).bytes;
  };
  const printPdf = async (document: HtmlDocument) =>
    (await printer.printPdf({ ...document, origin: 'custom' }, new AbortController())).bytes;
  return { print, printPdf, told, [Symbol.asyncDispose]: () => printer.close() };
}

/** The descriptions of the links, in the order of the text. */
async function linkTextsOf({ printPdf }: Awaited<ReturnType<typeof startOne>>, body: string, lang: string) {
  const html = `<html lang="${lang}"><head><title>x</title></head><body>${body}</body></html>`;
  const { tree, facts } = completed(html);
  const file = readObjects(await printPdf({ html: serializeHtml(tree), facts }));
  return readTags(file)
    .filter(({ type }) => type === 'Link')
    .map(({ annotations: [id = 0] }) => /\n\/Contents \(([^)]*)\)/.exec(file.objects.get(id) ?? '')?.[1]);
}

async function claimOf(pdf: Uint8Array) {
  const { metadata } = await (await getDocument({ data: new Uint8Array(pdf) }).promise).getMetadata();
  return { title: metadata.get('dc:title'), part: metadata.get('pdfuaid:part') };
}

describe('the PDF of a text that is not the service’s own', () => {
  test('does not claim PDF/UA, because the text may break its rules', async () => {
    await using printer = await startOne();
    expect(await claimOf(await printer.print('<h3>x</h3>'))).toEqual({ title: 'A & (b) “c”', part: null });
    expect(await claimOf(await printer.print('<h1>x</h1>', 'global'))).toEqual({
      title: 'A & (b) “c”',
      part: '1',
    });
  });

  test('does not claim PDF/UA if no font has one of its letters', async () => {
    await using printer = await startOne();
    expect(await claimOf(await printer.print('<p>\u{12000}</p>', 'global'))).toMatchObject({ part: null });
    // The missing letter is not the first glyph of its text.
    const within = await printer.print('<p>ọ\u{e000} x\u{e001}\u{e002}</p>', 'global');
    expect(await claimOf(within)).toMatchObject({ part: null });
  });

  test('writes a no-break space within its line, and lets it be read as a space', async () => {
    await using printer = await startOne();
    const body =
      '<p style="font-family: Docgen Sans; text-rendering: geometricPrecision">5&nbsp;dishes and 6&nbsp;dishes</p>';
    const streams = [...readObjects(await printer.print(body)).streams.values()];
    expect(streams.flatMap((content) => content.match(/<[\dA-F]+> Tj/g) ?? [])).toHaveLength(1);
    expect(streams.flatMap((content) => content.match(/^<[\dA-F]{4}> <0020>$/gm) ?? [])).toHaveLength(2);
  });

  test('describes its pictures, links, lists and languages', async () => {
    await using printer = await startOne();
    const pdf = await printer.print(`<h1>x</h1><p>See clause&nbsp;<a href="#a (b)">7</a>,
      <a href="mailto:x@example.com?subject=(a)">mail</a>, <em lang="ar">محمد</em></p><p id="a (b)">7</p><hr>
      <img src="${PICTURE}" alt="a ] point ) \\"><img src="${PICTURE}" alt="">
      <ol><li>one</li><li hidden>two</li></ol><ul><li><p>three</p></li></ul>`);
    const file = readObjects(pdf);
    const tags = readTags(file);
    const links = [...file.objects.values()].filter((object) => object.includes('/Subtype /Link'));
    expect(
      links.map((link) => /\n\/Contents \(((?:\\.|[^)\\])*)\)/.exec(link)?.[1]?.replace(/\\(.)/g, '$1')),
    ).toEqual(['clause 7', 'mailto:x@example.com?subject=(a)']);
    expect(tags.filter(({ type }) => type === 'Figure').map(({ entries }) => entries)).toEqual([
      expect.stringContaining('/Alt (a ] point \\) \\\\)\n'),
    ]);
    expect(tags.filter(({ type }) => type === 'LI').map(({ kids }) => kids.map(({ type }) => type))).toEqual([
      ['Lbl', 'LBody'],
      ['Lbl', 'LBody'],
    ]);
    expect(tags.filter(({ entries }) => entries.includes('/Lang (ar)'))).toHaveLength(1);
    expect(readMarks(file)).toMatchObject({ unmarked: [], nested: [] });
    expect(printer.told).toEqual([]);
  });

  test('describes each of its links by its own words', async () => {
    await using printer = await startOne();
    const clauses = ['one', 'two'].map((id) => `<li id="${id}">x</li>`).join('');
    const ref = (id: string) => `<a class="ref" href="#${id}"></a>`;
    const body = `<h1>x</h1><p>Clauses&nbsp;${ref('one')} and&nbsp;${ref('two')}, clause&nbsp;${ref('two')}, section&nbsp;${ref(
      'two',
    )}, <a href="#one"><b>the  first</b></a></p><ol class="clauses">${clauses}</ol>`;
    expect(await linkTextsOf(printer, body, 'en')).toEqual([
      'clause 1',
      'clause 2',
      'clause 2',
      'section 2',
      'the first',
    ]);
    expect(await linkTextsOf(printer, body, 'fr')).toEqual([
      'Clauses 1',
      '2',
      'clause 2',
      'section 2',
      'the first',
    ]);
    // A hidden link is not in the PDF: the other links to its target have the text of the first.
    const hidden = body.replace('class="ref"', 'hidden class="ref"');
    expect(await linkTextsOf(printer, hidden, 'en')).toEqual([
      'clause 2',
      'clause 2',
      'section 2',
      'clause 1',
    ]);
  });

  test.each(['', '<p></p>', '<hr>'])(
    'is complete, with an empty structure, when it prints nothing: %j',
    async (body) => {
      await using printer = await startOne();
      const pdf = await printer.print(body);
      expect(await claimOf(pdf)).toEqual({ title: 'A & (b) “c”', part: null });
      expect(readTags(readObjects(pdf)).map(({ type }) => type)).toEqual(['Document']);
      expect(printer.told).toEqual([]);
    },
  );

  test.each([
    ['nothing', ''],
    ['a table in a stream', '%PDF-1.5\n1 0 obj\n<</Type /XRef>> stream\nendobj\nstartxref\n9\n%%EOF\n'],
    [
      'a table with wrong positions',
      '%PDF-1.4\nxref\n0 2\n0000000000 65535 f \n0000000003 00000 n \ntrailer\n<</Size 2>>\nstartxref\n9\n%%EOF\n',
    ],
  ])('is not changed if it is %s', (_, pdf) => {
    expect(() => makeAccessible(Buffer.from(pdf), { facts: withFacts('').facts, origin: 'global' })).toThrow(
      /^the PDF has no /,
    );
  });
});
