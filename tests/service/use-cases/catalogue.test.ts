import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { readWord, type WordText } from '../../formats/word/read-word.ts';
import { expectValid } from '../../formats/word/valid.ts';
import { pairsOf } from '../../part.ts';
import { withRequired } from './conditions.ts';
import { type Data, named, TEMPLATES } from './documents.ts';
import { fontNames } from './font-names.ts';
import { layOutWord } from './lay-out-word.ts';
import { openPrintingWorkshop } from './printing.ts';
import { faultsOf } from './prose.ts';
import { type HtmlText, readHtml } from './read-html.ts';
import { countPages, type PdfText, readPdf } from './read-pdf.ts';
import { expectInPdf, expectInWord, expectNone, explained, testsWith } from './rules.ts';
import { inManyLanguages, withLongLists } from './samples.ts';
import { words } from './words.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

/** In millimetres. Chromium rounds the sheet to a pixel of 1/96 inch. */
const A4 = { width: 210, height: 297 };
const PIXEL = 25.4 / 96;

const OWN_FONTS = fontNames();

const DATA: Readonly<Record<string, (template: Template) => Data>> = {
  'the sample': ({ sample }) => sample,
  'the least data': ({ schema }) => withRequired(schema, {}),
  'names in many scripts': inManyLanguages,
  'long lists': withLongLists,
};

const CASES = pairsOf(TEMPLATES, Object.entries(DATA)).map(([template, [kind, dataOf]]) => ({
  ...{ name: named(template), with: kind, template, data: dataOf(template) },
  isLong: kind === 'long lists',
}));

describe.each(CASES)('$name, $with', ({ with: kind, template, data, isLong }) => {
  const rule = testsWith(kind);
  let html: HtmlText;
  let docx: WordText;
  let pdf: PdfText;
  let docxBytes: Uint8Array;

  const makeAll = async () => {
    const source = await workshop.html(template, data);
    docxBytes = await workshop.docx(template, data);
    html = readHtml(source);
    docx = readWord(docxBytes);
    pdf = await readPdf(await workshop.pdf(source));
  };
  beforeAll(explained(kind, 'made', makeAll));

  rule.holes('the HTML has no faults', () => {
    expectNone(faultsOf(html), 'something is missing in, or left over from');
  });

  rule.same('the Word file has the words and clause numbers of the HTML, in order', () => {
    expect(docx.labels).toEqual(html.labels);
    expectInWord(docx, html);
  });

  rule.same('the PDF has the words and clause numbers of the HTML, in the order of its structure', () => {
    expectInPdf(pdf, html);
  });

  rule.headings(
    'the PDF is tagged and has title, language and an outline with the level of each heading',
    () => {
      const { title, language, isTagged, outline } = pdf;
      expect({ title, language, isTagged }).toEqual({ title: html.title, language: 'en-GB', isTagged: true });
      const entry = ({ level, text }: { level: number; text: string }) =>
        `${level} ${text.replaceAll('\u00a0', ' ')}`;
      expect(
        outline.map((one, index) =>
          entry({ level: one.level, text: withoutLabel(one.title, html.headings[index]?.label) }),
        ),
      ).toEqual(html.headings.map((one) => entry({ ...one, text: one.text.normalize('NFKC') })));
    },
  );

  rule.head(
    'every page is A4 and has text and a page number; each but the first has the running header',
    () => {
      const { pages } = pdf;
      // pdf.js separates a ligature from the letters around it: "sta ff".
      const letters = (text: string) => words([text.toLowerCase()]).join('');
      expect(pages.map(({ footer }) => letters(footer))).toEqual(
        pages.map((_, index) =>
          letters(`Page ${index + 1} of ${pages.length} ${html.title} ${template.version}`),
        ),
      );
      const [first, ...others] = pages.map(({ header }) => header);
      expect(first).toBe('');
      const title = html.meta['short-title'] || html.title;
      const untitled = others.filter((header) => !letters(header).includes(letters(title)));
      expectNone(untitled, `the running header lacks the title “${title}”`);
      for (const page of pages) {
        expect(words(page.blocks)).not.toEqual([]);
        expect(Math.abs(page.width - A4.width)).toBeLessThan(PIXEL);
        expect(Math.abs(page.height - A4.height)).toBeLessThan(PIXEL);
      }
    },
  );

  rule.headings('no page ends with a heading or with the sentence before the signatures', () => {
    const headings = new Set(html.headings.map(({ text }) => text));
    const opens = (block = '') =>
      block.startsWith('This policy is approved') ||
      [...headings].some(
        (heading) => block === heading || (block.endsWith(` ${heading}`) && /^[\d.]+ /.test(block)),
      );
    const pages = pdf.pages.map(({ blocks }) => blocks);
    const ends = pages.slice(0, -1).flatMap((blocks) => blocks.slice(-1));
    expectNone(ends.filter(opens), 'a page ends with');
  });

  rule.classes('the PDF embeds its fonts, and uses only those of the project', () => {
    const fonts = pdf.pages.flatMap((page) => page.fonts);
    expect(fonts.filter(({ name, isEmbedded }) => !isEmbedded || !OWN_FONTS.has(name))).toEqual([]);
    expect(fonts).not.toEqual([]);
  });

  if (!isLong) {
    // Over dozens of pages, the page breaks of the two layout engines differ more.
    rule.classes('the Word file has as many pages as the PDF, give or take one', async () => {
      const pages = await countPages(await workshop.pdf(layOutWord(docx.document)));
      expect(Math.abs(pages - pdf.pages.length)).toBeLessThanOrEqual(1);
    });

    // Takes half a second. Long lists are left out, because they have no other markup that Word could refuse.
    rule.classes('the Word file is valid Open XML', () => expectValid(docxBytes));
  }
});

/** Removes the clause number from an entry of the outline, which may have it or not. */
function withoutLabel(entry: string, label: string | undefined): string {
  const own = entry.normalize('NFKC');
  return label !== undefined && own.startsWith(`${label} `) ? own.slice(label.length + 1) : own;
}

// Other fonts have letters of these scripts too, but neither join them nor place their marks.
test.each([
  ['محمد عبد الرحمن الأنصاري، ١٢٣', 'NotoSansArabic-Regular'],
  ['שָׁלוֹם מרים כהן', 'NotoSansHebrew-Regular'],
  ['क्षत्रिय प्रकाश', 'NotoSansDevanagari-Regular'],
])('the PDF has "%s" in the font of its script, in a document in English', async (name, font) => {
  const html = `<!doctype html><html lang="en-GB"><title>x</title><p style="font-family: Calibri">${name}</p></html>`;
  const { pages } = await readPdf(await workshop.pdf(html));
  const fonts = new Set(pages.flatMap((page) => page.fonts.map((one) => one.name)));
  fonts.delete('DocgenSans-Regular');
  expect([...fonts]).toEqual([font]);
});

test.each([
  ['محمد', 'NotoSansArabic-Bold'],
  ['מרים', 'NotoSansHebrew-Bold'],
  ['प्रकाश', 'NotoSansDevanagari-Bold'],
])('the style sheet of the documents has bold "%s" in the bold face of its script', async (name, font) => {
  const css = await readFile(new URL('../../../templates-html/styles/document.css', import.meta.url), 'utf8');
  const html = `<!doctype html><html lang="en-GB"><title>x</title><style>${css}</style><p><b>${name}</b></p></html>`;
  const { pages } = await readPdf(await workshop.pdf(html));
  const fonts = pages.flatMap((page) => page.fonts.map((one) => one.name));
  expect(fonts.filter((one) => !one.startsWith('DocgenSans'))).toEqual([font]);
});
