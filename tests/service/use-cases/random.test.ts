import fc from 'fast-check';
import { afterAll, describe, expect } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { inProofs } from '../../part.ts';
import { type Data, named, TEMPLATES } from './documents.ts';
import { openPrintingWorkshop } from './printing.ts';
import { faultsOf } from './prose.ts';
import { anyText, plainText, randomData } from './random-data.ts';
import { type HtmlText, readHtml } from './read-html.ts';
import { readPdf } from './read-pdf.ts';
import { expectInPdf, expectInWord, expectNone, testsWith } from './rules.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

/**
 * Documents per template. For a long run: `DOCUMENTS_RUNS=1000 npx vitest run tests/service/use-cases/random.test.ts
 * --testTimeout=0`.
 */
const RUNS = Number(process.env.DOCUMENTS_RUNS ?? (inProofs() ? 20 : 6));
/** A print takes five times as long. */
const PRINTS = Math.ceil(RUNS / 10);

const rule = testsWith('the data of the counterexample below');

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  /** Only valid data, because a list may not be empty if another field requires it. */
  const validData = (text: fc.Arbitrary<string>) =>
    randomData(template.schema, text).filter((data) => template.validate(data).valid);

  /** With all form fields, because text in a control must be the same as text without one. */
  const options = { fillable: 'all' } as const;

  async function expectSameInWord(data: Data): Promise<HtmlText> {
    const html = readHtml(await workshop.html(template, data));
    const docx = readWord(await workshop.docx(template, data, options));
    expect(docx.labels).toEqual(html.labels);
    expectInWord(docx, html);
    return html;
  }

  // A failure reports the seed and the smallest failing data.
  rule.holes('loses no value and has no faults with any choice of fields', async () => {
    await fc.assert(
      fc.asyncProperty(validData(plainText), async (data) => {
        expectNone(faultsOf(await expectSameInWord(data)), 'something is missing in, or left over from');
      }),
      { numRuns: RUNS / 2 },
    );
  });

  rule.text('loses no value with any characters', async () => {
    await fc.assert(
      fc.asyncProperty(validData(anyText), async (data) => {
        await expectSameInWord(data);
      }),
      { numRuns: RUNS / 2 },
    );
  });

  rule.same('loses no value in the PDF', async () => {
    await fc.assert(
      fc.asyncProperty(validData(plainText), async (data) => {
        const source = await workshop.html(template, data);
        expectInPdf(await readPdf(await workshop.pdf(source)), readHtml(source));
      }),
      { numRuns: PRINTS },
    );
  });
});
