import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CompletionJob, startCompletion } from '../../../src/formats/pdf/completion.ts';
import { withFacts } from '../../service/use-cases/documents.ts';

const never = new AbortController();

/**
 * A PDF as Chromium writes it, with a title, a language and an empty structure tree, and without pages.
 * @param spare number of additional unused objects
 */
function pdfOf(spare: number): Buffer {
  const objects = [
    '<</Title (A title)>>',
    '<</Type /StructTreeRoot\n/K 3 0 R\n/ParentTreeNextKey 0\n/ParentTree 4 0 R>>',
    '<</Type /StructElem\n/S /Document\n/P 2 0 R\n/K []>>',
    '<</Type /ParentTree\n/Nums []>>',
    ...Array<string>(spare).fill('<<>>'),
    '<</Type /Catalog\n/Lang (en)\n/StructTreeRoot 2 0 R>>',
  ];
  let file = '%PDF-1.4\n%\xd3\xeb\xe9\xe1\n';
  const offsets = objects.map((text, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${text}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<</Size ${size}\n/Root ${objects.length} 0 R\n/Info 1 0 R>>`;
  return Buffer.from(`${file}${table}${trailer}\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
}

const PDF = pdfOf(0);

const jobOf = (pdf: Buffer): CompletionJob => ({
  base64: Buffer.from(pdf.toString('base64')),
  facts: withFacts('<p>text</p>').facts,
  origin: 'global',
});

async function start() {
  const faults: unknown[] = [];
  const completion = await startCompletion(1, { onFault: (error) => faults.push(error) });
  const complete = async (pdf: Buffer, signal = never) =>
    Buffer.from((await completion.complete(jobOf(pdf), signal)).pdf).toString('latin1');
  return { complete, faults, [Symbol.asyncDispose]: () => completion.close() };
}

test("completes a PDF without changing the caller's buffer", async () => {
  await using completion = await start();
  const before = PDF.toString('latin1');
  const completed = await completion.complete(PDF);
  expect(completed).toMatch(/^%PDF-1\.7\n[\s\S]*<pdfuaid:part>1<\/pdfuaid:part>[\s\S]*%%EOF\n$/);
  expect(completed).toContain('<rdf:li xml:lang="x-default">A title</rdf:li>');
  expect(PDF.toString('latin1')).toBe(before);
});

test('refuses a PDF of another structure without ending the thread', async () => {
  await using completion = await start();
  await expect(completion.complete(Buffer.from('%PDF-2.0\n'))).rejects.toThrow(
    'the PDF has no position of its cross-reference table at its end',
  );
  expect(await completion.complete(PDF)).toMatch(/^%PDF-1\.7/);
  expect(completion.faults).toEqual([]);
});

test('stops completing an abandoned PDF, and completes the next one', async () => {
  await using completion = await start();
  const caller = new AbortController();
  // Takes longer than the grace period of an abandoned job.
  const long = completion.complete(pdfOf(1_000_000), caller);
  const next = completion.complete(PDF);
  // Now the thread has received the job.
  await nextTurn();
  caller.abort(new Error('gone'));
  await expect(long).rejects.toThrow('gone');
  expect(await next).toMatch(/^%PDF-1\.7/);
  // The second thread may complete the next PDF before the grace period ends.
  await expect.poll(() => completion.faults).toEqual([expect.objectContaining({ message: 'gone' })]);
});
