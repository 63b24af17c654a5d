import { afterAll, describe, expect, test } from 'vitest';
import { turnsOf } from '../../part.ts';
import { named, TEMPLATES } from './documents.ts';
import { layoutVariants } from './layout-variants.ts';
import { openPrintingWorkshop } from './printing.ts';
import { readLayout } from './read-layout.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

/** Where a logo and a footer leave less of a page, at least one group is on the second page. */
const LEAST_ROWS = 2;

const AGREEMENTS = TEMPLATES.filter(({ templateId }) => templateId.endsWith('agreement'));

const TEXTS = AGREEMENTS.map((template, row) => [named(template), template, row] as const);

describe.each(TEXTS)('%s', (_, template, row) => {
  const ofSample = layoutVariants(template).filter(({ name }) => /^the sample/.test(name));
  const variants = ofSample.filter(turnsOf(row, ofSample.length));

  test.each(variants.map((variant) => [variant.name, variant] as const))(
    'ends its Key Terms on the first page, or between groups: %s',
    async (name, { data, options, letterhead }) => {
      const pages = await readLayout(
        await workshop.pdf(await workshop.document(template, data, options, letterhead), options),
      );
      const [first, second] = pages.map(({ lines }) => lines);
      const isWhole = first?.includes('StandardTerms') || second?.[0] === 'StandardTerms';
      if (!name.endsWith('with a letterhead')) expect(isWhole).toBe(true);
      else if (!isWhole) {
        expect(second?.[0]).toMatch(/^(?:Governinglaw|Limitofliability|Grosssalary)/);
        expect(second?.indexOf('StandardTerms')).toBeGreaterThan(LEAST_ROWS);
      }
    },
  );
});
