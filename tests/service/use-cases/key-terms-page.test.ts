import { afterAll, describe, expect, test } from 'vitest';
import { turnsOf } from '../../part.ts';
import { named, TEMPLATES } from './documents.ts';
import { layoutVariants } from './layout-variants.ts';
import { openPrintingWorkshop } from './printing.ts';
import { readLayout } from './read-layout.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

/** Where blanks leave too little of the first page. */
const LEAST_ROWS = 5;

const AGREEMENTS = TEMPLATES.filter(({ templateId }) => templateId.endsWith('agreement'));

const TEXTS = AGREEMENTS.map((template, row) => [named(template), template, row] as const);

describe.each(TEXTS)('%s', (_, template, row) => {
  const withoutLists = layoutVariants(template).filter(({ name }) => /^the (?:sample|least)/.test(name));
  const variants = withoutLists.filter(turnsOf(row, withoutLists.length / 2));

  test.each(variants.map((variant) => [variant.name, variant] as const))(
    'ends its Key Terms on the first page or, with blanks, with five rows on the second: %s',
    async (name, { data, options, letterhead }) => {
      const document = await workshop.document(template, data, options, letterhead);
      const pages = await readLayout(await workshop.pdf(document, options));
      const [first = [], second = []] = pages.map(({ lines }) => lines);
      if (first.includes('StandardTerms') || second[0] === 'StandardTerms') return;
      expect(name).not.toMatch(/^the sample/);
      const heads = rowHeads(document.html);
      const rows = heads.slice(heads.findLastIndex((head) => second[0]?.startsWith(head)));
      expect(rows.length).toBeGreaterThanOrEqual(LEAST_ROWS);
    },
  );
});

function rowHeads(html: string): string[] {
  return Array.from(html.matchAll(/<th [^>]*scope="row".*?<\/th>/gs), ([head]) =>
    head.replace(/<[^>]*>|\s/g, ''),
  );
}
