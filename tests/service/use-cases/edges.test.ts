import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { afterAll, describe, expect, test } from 'vitest';
import { turnsOf } from '../../part.ts';
import { named, TEMPLATES } from './documents.ts';
import { layoutVariants } from './layout-variants.ts';
import { openPrintingWorkshop } from './printing.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

/** Left edges, in millimetres from that of the page: numbers; text, headings, header and footer; items of an item. */
const EDGES = [38, 50, 59];
/** Of a line that has no cell to its left: values of the Key Terms; the second of two parties and of two signatures. */
const COLUMNS = [89, 112];
/** Columns of a table of targets. */
const TARGETS = [83, 143];

const MILLIMETRES = 25.4 / 72;
/** Maximum vertical distance of texts on the same line, in points. */
const SAME_LINE = 3;

/** Where lines begin, to the millimetre, each with the words that begin there. */
async function beginnings(pdf: Uint8Array): Promise<(readonly [edge: number, words: string])[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const found: [number, string][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const texts = items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');
    const lines: TextItem[] = [];
    for (const text of texts.toSorted((one, other) => other.transform[5] - one.transform[5])) {
      const first = lines.at(-1);
      if (first === undefined || first.transform[5] - text.transform[5] >= SAME_LINE) lines.push(text);
      else if (text.transform[4] < first.transform[4]) lines[lines.length - 1] = text;
    }
    found.push(
      ...lines.map(({ transform, str }): [number, string] => [Math.round(transform[4] * MILLIMETRES), str]),
    );
  }
  await loading.destroy();
  return found;
}

/** Right edges of the text, in millimetres from the left edge of the page. */
const RIGHT = { A4: 168, Letter: 174 };

/** The furthest end of a text on any page, to the millimetre. */
async function furthestEnd(pdf: Uint8Array): Promise<number> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const ends: number[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items)
      if ('str' in item && item.str.trim() !== '') ends.push(item.transform[4] + item.width);
  }
  await loading.destroy();
  return Math.round(Math.max(...ends) * MILLIMETRES);
}

const TEXTS = TEMPLATES.map((template, row) => [named(template), template, row] as const);

describe.each(TEXTS)('%s', (_, template, row) => {
  const ofA4 = layoutVariants(template).filter(({ name }) => /^the (?:sample|least data), A4/.test(name));
  const variants = ofA4.filter(turnsOf(row, ofA4.length));

  test.each(variants.map((variant) => [variant.name, variant] as const))(
    'begins every line of %s at an edge of the grid',
    async (_name, { data, options, letterhead }) => {
      const pdf = await workshop.pdf(await workshop.document(template, data, options, letterhead), options);
      const edges = [...EDGES, ...COLUMNS, ...(template.templateId.endsWith('policy') ? TARGETS : [])];
      const begun = await beginnings(pdf);
      expect(begun.filter(([edge]) => !edges.includes(edge))).toEqual([]);
      expect(begun.length).toBeGreaterThan(20);
    },
  );
});

test.each(['A4', 'Letter'] as const)(
  'the page number ends at the edge of the text of %s, below the footer of a company',
  async (paper) => {
    const [template] = TEMPLATES as [(typeof TEMPLATES)[number]];
    const document = await workshop.document(
      template,
      template.sample,
      { paper },
      { footer: 'Acme Limited, Lagos' },
    );
    expect(await furthestEnd(await workshop.pdf(document, { paper }))).toBe(RIGHT[paper]);
  },
);

test('a number that the blank for its unit follows is on the line of its label', async () => {
  const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement');
  if (nda === undefined) throw new Error('no such template');
  const pdf = await workshop.pdf(await workshop.document(nda, { ...nda.sample, ndaDuration: '5' }));
  const words = (await beginnings(pdf)).map(([, begun]) => begun);
  expect(words.filter((begun) => begun === '5' || begun === 'Confidentiality Period')).toEqual([
    'Confidentiality Period',
  ]);
});
