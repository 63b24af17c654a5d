import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Paper } from '../../src/document/paper.ts';
import { minimalData } from '../../src/templates/minimal-data.ts';
import { fillable, named, openWorkshop, TEMPLATES } from './documents.ts';
import { expectNone, testsWith } from './rules.ts';

const workshop = await openWorkshop({ printing: true });
afterAll(() => workshop.close());

interface Page {
  readonly lines: readonly string[];
  /** Share of the text area below the last line, from 0 to 1. */
  readonly white: number;
}

/** Margins of the pages in `document.css`, in points. */
const TOP = (22 / 25.4) * 72;
const BOTTOM = (22 / 25.4) * 72;

/** Largest share of a page that may stay empty before the signatures, which move to the next page as a whole. */
const MOST_WHITE = 0.23;

/** The text between header and footer of each page. */
async function readPages(pdf: Uint8Array): Promise<Page[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: Page[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [, , , height = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items
      .filter((item) => 'str' in item)
      .filter(({ str, transform: [, , , , , y] }) => str.trim() !== '' && y > BOTTOM && y < height - TOP);
    const lowest = Math.min(height - TOP, ...texts.map(({ transform }) => transform[5]));
    pages.push({
      lines: texts.map(({ str }) => str),
      white: (lowest - BOTTOM) / (height - TOP - BOTTOM),
    });
  }
  await loading.destroy();
  return pages;
}

const CASES = TEMPLATES.flatMap((template) => {
  const minimal = minimalData(template.schema, template.sample) as typeof template.sample;
  return (['A4', 'Letter'] as const).flatMap((paper) => [
    [named(template), 'the sample', paper, template, template.sample] as const,
    [named(template), 'the least data', paper, template, minimal] as const,
  ]);
});

describe.each(CASES)('%s, %s, %s', (_name, kind, paper: Paper, template, data) => {
  const rule = testsWith(`${kind}, on ${paper}`);
  let pages: readonly Page[];
  beforeAll(async () => {
    const document = await workshop.document(template, data, { ...fillable(template), paper });
    pages = await readPages(await workshop.pdf(document));
  });
  const pageOf = (heading: string) => pages.findLastIndex(({ lines }) => lines.includes(heading));

  rule.pages('has its Key Terms on one page', () => {
    if (template.kind === 'agreement')
      expect(pageOf('Standard Terms'), 'pages before the Standard Terms').toBe(1);
  });

  rule.signing('has no white hole before the signatures', () => {
    const heading = template.kind === 'agreement' ? 'Signatures' : 'Approval';
    const signing = pageOf(heading);
    expect(signing, `the page of the heading “${heading}”`).toBeGreaterThanOrEqual(0);
    // The Standard Terms begin on a new page, whatever is free on the page before.
    const first = Math.max(signing - 1, pageOf('Standard Terms'), 0);
    const holes = pages.slice(first, -1).filter(({ white }) => white >= MOST_WHITE);
    expectNone(
      holes.map(({ lines }) => lines.at(-1) ?? ''),
      'most of the page is empty below',
    );
  });
});
