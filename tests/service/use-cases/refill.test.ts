import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../../src/templating/templates/catalogue.ts';
import { comparable } from '../../formats/pdf/comparable.ts';
import { openPrintingWorkshop, type PrintingWorkshop } from './printing.ts';

let workshop: PrintingWorkshop;

beforeAll(async () => {
  workshop = openPrintingWorkshop();
});

afterAll(() => workshop.close());

const print = async (html: string) => comparable(await workshop.pdf(html));

test('a page prints every template in the same way after any other template', async () => {
  const templates = [...(await readCatalogue()).values()].flat();
  const documents = await Promise.all(templates.map((template) => workshop.html(template, template.sample)));
  const forwards: string[] = [];
  for (const html of documents) forwards.push(await print(html));
  const backwards: string[] = [];
  for (const html of documents.toReversed()) backwards.unshift(await print(html));
  const changed = templates.filter((_, index) => forwards[index] !== backwards[index]);
  expect(changed.map(({ templateId, version }) => `${templateId} ${version}`)).toEqual([]);
});
