import { afterAll, describe, expect, test } from 'vitest';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { linksOf } from '../../formats/pdf/read-links.ts';
import { turnsOf } from '../../part.ts';
import { type Data, named, TEMPLATES } from './documents.ts';
import { openPrintingWorkshop } from './printing.ts';

const workshop = await openPrintingWorkshop();
afterAll(() => workshop.close());

/** The fields to which a document has links. */
function fieldsIn(html: string): Set<string> {
  const hrefs = html.matchAll(/href="field:([^"]+)"/g);
  return new Set(Array.from(hrefs, ([, field = '']) => decodeURIComponent(field)));
}

const TEXTS = TEMPLATES.map((template, row) => [named(template), template, row] as const);

describe.each(TEXTS)('%s', (_name, template, row) => {
  const kinds: [string, Data][] = [
    ['its sample', template.sample],
    ['no data', {}],
  ];
  test.each(kinds.filter(turnsOf(row, kinds.length)))(
    'of %s, every link is on a page, where the value is printed',
    async (_what, data) => {
      const preview = await workshop.preview(template, data);
      const { links, fields, texts } = await linksOf(
        await workshop.pdf(preview, { draft: true, fillable: 'none' }),
      );
      expect(new Set(links.map(({ field }) => field))).toEqual(fieldsIn(preview.html));
      expect(fields).toBe(0);
      if (data === template.sample) {
        const draft = await workshop.pdf(await workshop.document(template, data, { draft: true }), {
          draft: true,
        });
        const letters = (pages: readonly string[]) => pages.map((text) => text.replace(/\s+/g, ''));
        expect(letters(texts)).toEqual(letters((await linksOf(draft)).texts));
      }
      for (const { rectangle, text } of links) {
        const [left, bottom, right, top] = rectangle;
        expect([left < right, bottom < top]).toEqual([true, true]);
        expect(text.trim()).not.toBe('');
      }
    },
  );
});

test('a link covers the value and nothing beside it, also where values occur in one another', async () => {
  const template = TEMPLATES.find(({ templateId }) =>
    templateId.startsWith('senior'),
  ) as (typeof TEMPLATES)[0];
  const data = {
    firstName: 'Annamaria',
    lastName: 'Anna',
    grossSalary: 1000,
    currency: 'NGN',
    salaryFrequency: 'Monthly',
  };
  const { links } = await linksOf(await workshop.pdf(await workshop.preview(template, data)));
  const texts = (field: string) =>
    links.filter((link) => link.field === field).map(({ text }) => text.trim());
  expect(texts('firstName')[0]).toBe('Annamaria');
  expect(texts('lastName')[0]).toBe('Anna');
  expect(texts('grossSalary')).toEqual(['1,000.00']);
  expect(texts('currency')).toEqual(['₦']);
  expect(texts('salaryFrequency')[0]).toBe('a month');
});

test('hostile text stays text', async () => {
  const [template] = TEMPLATES.filter(({ templateId }) => templateId === 'non-disclosure-agreement') as [
    (typeof TEMPLATES)[0],
  ];
  const hostile =
    '</a><a href="field:dispute">x</a><script>alert(1)</script> javascript:alert(1) {{ project }}';
  const data = { parties: [{ fullName: hostile }, {}], project: `${hostile}\n${hostile}` };
  const { html } = await workshop.preview(template, data);
  expect(html).not.toContain('<script>alert');
  const { links, texts, actions } = await linksOf(await workshop.pdf(await workshop.preview(template, data)));
  expect(actions).toEqual([]);
  expect(
    links
      .filter(({ field }) => field === 'dispute')
      .map(({ text }) => text)
      .join(''),
  ).not.toContain('x');
  expect(texts.join(' ')).toContain('<script>alert(1)</script>');
  expect(parseHtml(html).children.length).toBeGreaterThan(0);
});
