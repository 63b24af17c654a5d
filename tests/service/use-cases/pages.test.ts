import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { named, TEMPLATES } from './documents.ts';
import { type LayoutVariant, layoutVariants } from './layout-variants.ts';
import { openPrintingWorkshop } from './printing.ts';
import { readHtml } from './read-html.ts';
import { pageFaults, readLayout, signatureFaults } from './read-layout.ts';
import { expectNone, testsWith } from './rules.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

/**
 * Which variants are laid out, as a part of all: "2/5" is the second of five parts. Without `npm run sweep`, one of 23, which
 * is prime, so that every paper and count is met.
 */
const [PART = 1, PARTS = 1] = (process.env.SWEEP ?? '1/23').split('/').map(Number);

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_name, template) => {
  const lay = async ({ name, data, options, letterhead }: LayoutVariant) => {
    const document = await workshop.document(template, data, options, letterhead);
    const pages = await readLayout(await workshop.pdf(document));
    const inPages = pageFaults(pages, readHtml(document.html), name.includes('with long names'));
    return { inPages, inSignatures: signatureFaults(pages) };
  };
  const [all, rest] = partition(layoutVariants(template), ({ name }) => /^the /.test(name));

  describe.each(all.map((variant) => [variant.name, variant] as const))('%s', (name, variant) => {
    const rule = testsWith(name);
    let faults: Awaited<ReturnType<typeof lay>>;
    beforeAll(async () => {
      faults = await lay(variant);
    });
    rule.pages('has no page that is half empty', () => {
      expectNone(faults.inPages, 'faults of the pages');
    });
    rule.signing('has its signatures together, with the end of the text', () => {
      expectNone(faults.inSignatures, 'faults of the signatures');
    });
  });

  test('has no such faults with other numbers of entries', { timeout: 3_600_000 }, async () => {
    const found: string[] = [];
    for (const variant of rest.filter((_, index) => index % PARTS === PART - 1)) {
      const { inPages, inSignatures } = await lay(variant);
      found.push(...[...inPages, ...inSignatures].map((fault) => `${variant.name}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
});

function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}
