import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { inProofs, pairsOf, partOf } from '../../part.ts';
import { named, TEMPLATES } from './documents.ts';
import { type LayoutVariant, layoutVariants } from './layout-variants.ts';
import { openPrintingWorkshop } from './printing.ts';
import { readHtml } from './read-html.ts';
import { pageFaults, readLayout, signatureFaults } from './read-layout.ts';
import { expectNone, testsWith } from './rules.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

/**
 * Which of the variants with other numbers of entries are laid out, as a part of all: "2/5" is the second of five parts. In
 * proofs, one of 23, which is prime, so that every paper and count is met.
 */
const SWEEP = process.env.SWEEP ?? (inProofs() ? '1/23' : undefined);

const isWhole = ({ name }: LayoutVariant) => /^the /.test(name);

function inSweep(variants: readonly LayoutVariant[]): readonly LayoutVariant[] {
  if (SWEEP === undefined) return partOf(variants, variants.length);
  const [part = 1, parts = 1] = SWEEP.split('/').map(Number);
  return variants.filter((_, index) => index % parts === part - 1);
}

async function lay(template: Template, { name, data, options, letterhead }: LayoutVariant) {
  const document = await workshop.document(template, data, options, letterhead);
  const pages = await readLayout(await workshop.pdf(document));
  const inPages = pageFaults(pages, readHtml(document.html), name.includes('with long names'));
  return { inPages, inSignatures: signatureFaults(pages) };
}

const WHOLE = TEMPLATES.slice(0, 1).flatMap((template) => layoutVariants(template).filter(isWhole));
const PAIRS = pairsOf(
  TEMPLATES,
  WHOLE.map(({ name }) => name),
);

describe.each(PAIRS.map(([template, variant]) => [named(template), variant, template] as const))(
  '%s > %s',
  (_, variant, template) => {
    const rule = testsWith(variant);
    let faults: Awaited<ReturnType<typeof lay>>;
    beforeAll(async () => {
      const [found] = layoutVariants(template).filter(({ name }) => name === variant);
      if (found === undefined) throw new Error(`there is no variant ${variant}`);
      faults = await lay(template, found);
    });
    rule.pages('has no page that is half empty', () => {
      expectNone(faults.inPages, 'faults of the pages');
    });
    rule.signing('has its signatures together, with the end of the text', () => {
      expectNone(faults.inSignatures, 'faults of the signatures');
    });
  },
);

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  test('has no such faults with other numbers of entries', { timeout: 3_600_000 }, async () => {
    const found: string[] = [];
    const variants = layoutVariants(template).filter((variant) => !isWhole(variant));
    for (const variant of inSweep(variants)) {
      const { inPages, inSignatures } = await lay(template, variant);
      found.push(...[...inPages, ...inSignatures].map((fault) => `${variant.name}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
});
