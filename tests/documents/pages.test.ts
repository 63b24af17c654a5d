import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Paper } from '../../src/html/paper.ts';
import { minimalData } from '../../src/templates/minimal-data.ts';
import { fillable, named, openWorkshop, TEMPLATES } from './documents.ts';

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
    [`${named(template)}, complete, ${paper}`, template, template.sample, paper] as const,
    [`${named(template)}, minimal, ${paper}`, template, minimal, paper] as const,
  ]);
});

describe.each(CASES)('%s', (_name, template, data, paper: Paper) => {
  test('has its Key Terms on one page, and no white hole before the signatures', async () => {
    const pages = await readPages(
      await workshop.pdf(await workshop.html(template, data, { ...fillable(template), paper })),
    );
    const pageOf = (heading: string) => pages.findLastIndex(({ lines }) => lines.includes(heading));
    if (template.kind === 'agreement') expect(pageOf('Standard Terms')).toBe(1);
    const signing = pageOf(template.kind === 'agreement' ? 'Signatures' : 'Approval');
    expect(signing).toBeGreaterThan(0);
    for (const { white } of pages.slice(signing - 1, -1)) expect(white).toBeLessThan(0.23);
  });
});
