import { expect, test } from 'vitest';
import { readObjects } from '../../formats/pdf/read-objects.ts';
import { TEMPLATES } from './documents.ts';
import { openPrintingWorkshop } from './printing.ts';

const ENTRY = 'Keep a part of the platform in order, and write down what was changed in it and why.';

test('a thousand entries are printed in the same size as a hundred', async () => {
  const template = TEMPLATES.find(({ templateId }) => templateId === 'senior-backend-developer-agreement');
  if (template === undefined) throw new Error('there is no such template');
  const workshop = openPrintingWorkshop();
  await using closing = new AsyncDisposableStack();
  closing.defer(() => workshop.close());
  const pagesOf = async (entries: number) => {
    const data = { ...template.sample, duties: Array<string>(entries).fill(ENTRY) };
    const { objects } = readObjects(await workshop.pdf(await workshop.document(template, data)));
    return [...objects.values()].filter((object) => object.startsWith('<</Type /Page\n')).length;
  };
  // Chromium shrinks a document that is wider than its page, which would give fewer pages.
  const [none, hundred, thousand] = [await pagesOf(1), await pagesOf(100), await pagesOf(1_000)];
  expect((thousand - none) / (hundred - none)).toBeGreaterThan(9);
});
