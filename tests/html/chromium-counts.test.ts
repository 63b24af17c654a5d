import fc from 'fast-check';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { numberItems } from '../../src/html/numbered-items.ts';
import { NUMBERING_SCHEMES, numberingCss } from '../../src/html/numbering.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { startPrinter } from '../../src/pdf/printer.ts';

const LISTS = 60;
const SCHEMES = ['', ...Object.keys(NUMBERING_SCHEMES)];

/**
 * Lists in lists, of all schemes and of none, at random: `§` stands where an item begins. A list directly in an item
 * has no scheme of its own; in a `<div>` it may.
 */
function lists(depth: number, classes: readonly string[]): fc.Arbitrary<string> {
  const inside = (names: readonly string[]) =>
    depth === 0 ? fc.constant([]) : fc.array(lists(depth - 1, names), { maxLength: 2 });
  const item = fc.oneof(
    inside(['']).map((inner) => `<li>§${inner.join('<p>text</p>')}</li>`),
    inside(SCHEMES).map((inner) => `<li>§<div>${inner.join('')}</div></li>`),
  );
  return fc
    .tuple(fc.constantFrom(...classes), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([name, items]) => `<ol class="${name}">${items.join('')}</ol>`);
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  return text;
}

test('items are numbered as Chromium numbers them, however lists are nested', async () => {
  const body = fc.sample(lists(4, SCHEMES), { numRuns: LISTS, seed: 5 }).join('<p>text</p>');
  const html = `<!doctype html><style>${numberingCss()} ol { list-style: none }</style><body>${body}`;
  const document = parseHtml(html);
  const labels = [...numberItems(document).values()].map(({ label }) => label);
  const printer = await startPrinter({
    size: 1,
    maxQueue: 0,
    waitTimeoutMs: 10_000,
    workTimeoutMs: 30_000,
    onFault: () => undefined,
    chromiumPath: process.env.CHROMIUM_PATH,
    sandboxRequired: false,
    onUnjailed: () => undefined,
  });
  try {
    const { bytes } = await printer.printPdf(html, new AbortController().signal);
    const printed = (await textOf(bytes))
      .replaceAll('text', '')
      .split('§')
      .map((label) => label.trim());
    expect(printed.filter(Boolean)).toEqual(labels);
    expect(labels.length).toBeGreaterThan(100);
  } finally {
    await printer.close();
  }
});
