/** PDFs per second while the browsers of all pages are replaced one by one, divided by those without replacement. */
import { availableParallelism } from 'node:os';
import { type Printer, type PrinterOptions, startPrinter } from '../../src/formats/pdf/printer.ts';
import { interleave, ratios } from '../rig/interleave.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample, type SampleDocument } from '../rig/sample.ts';

const pages = availableParallelism();
/** Twice the number of pages, so that no page waits for a caller. */
const callers = 2 * pages;

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 400, rounds: 3 },
  async ({ template, documents, rounds }) => {
    const document = await (await loadSample(template)).document();
    await using opened = new AsyncDisposableStack();
    const start = async (wear: Pick<PrinterOptions, 'maxUses'>) => {
      const printer = await startPrinter({
        size: pages,
        waitTimeoutMs: 60_000,
        workTimeoutMs: 60_000,
        onFault: (fault) => console.error(fault),
        chromiumPath: process.env.CHROMIUM_PATH,
        sandboxRequired: false,
        onUnjailed: () => {},
        ...wear,
      });
      opened.defer(() => printer.close());
      return printer;
    };
    // In one round every page prints its share, and its browser is then replaced.
    const replaced = await start({ maxUses: documents / pages });
    const kept = await start({ maxUses: Number.POSITIVE_INFINITY });

    const seen = await interleave(rounds, {
      replaced: () => rate(replaced, document, documents),
      kept: () => rate(kept, document, documents),
    });
    return {
      figures: [
        figureOf('PDFs a second while pages are replaced / kept', ratios(seen.replaced, seen.kept), '×', {
          atLeast: 0.9,
        }),
      ],
      observations: { 'PDFs a second': roundAll(seen) },
    };
  },
);

/** @returns PDFs per second */
async function rate(printer: Printer, document: SampleDocument, documents: number): Promise<number> {
  const never = new AbortController();
  let left = documents;
  const started = performance.now();
  const printing = Array.from({ length: callers }, async () => {
    while (left-- > 0) await printer.printPdf({ ...document, origin: 'global' }, never);
  });
  await Promise.all(printing);
  return documents / ((performance.now() - started) / 1_000);
}
