import { expect, test } from 'vitest';
import { ServiceError } from '../../../src/errors.ts';
import { RenderProcessError } from '../../../src/render/render-process.ts';
import {
  OverrideCheck,
  type OverrideCheckDependencies,
} from '../../../src/service/use-cases/own-texts/check-override.ts';
import { tryPrint } from '../../../src/service/use-cases/own-texts/try-text.ts';
import {
  OutOfMemoryError,
  PoolFullError,
  WorkerLostError,
  WorkTimeoutError,
} from '../../../src/workers/pool/errors.ts';
import { TEMPLATES, withFacts } from './documents.ts';

/** The error message for a text if this step fails with this error. */
async function verdict(step: 'checkOwnText' | 'printPdf', error: Error): Promise<string> {
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('the catalogue has no template');
  const found = { documents: [withFacts('<p>a</p>')], undeclaredFields: [], needs: [] };
  const check = new OverrideCheck({
    renderer: {
      checkOwnText: () => (step === 'checkOwnText' ? Promise.reject(error) : Promise.resolve(found)),
    },
    printer: { printPdf: () => Promise.reject(error) },
  });
  const refusal = await check.check(template, new AbortController().signal).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return refusal instanceof ServiceError ? `${refusal.status} ${refusal.message}` : String(refusal);
}

const REFUSED = '422 The template cannot be published: ';
const TOO_LONG = `${REFUSED}it takes longer to make than a document may; loop over less and use fewer styles`;
const TOO_MUCH = `${REFUSED}it takes more memory than a document may; print less and nest less`;
const NO_DOCUMENT = `${REFUSED}it cannot be made into a document; use simpler elements and styles`;
const NO_PRINT = `${REFUSED}it cannot be printed, or not in time; make its pages fewer and its styles simpler`;
const FULL = '503 The service is full; try again in a moment';

test('a text that is not published prints within the processor time of a company’s own', async () => {
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('the catalogue has no template');
  const texts: unknown[] = [];
  const printer: OverrideCheckDependencies['printer'] = {
    printPdf: async (_document, _caller, text) => {
      texts.push(text);
      return { bytes: new Uint8Array(), pages: 1, contentsPages: [], printMs: 1, completeMs: 1 };
    },
  };
  const own = { ...template, owner: 'acme', sha256: 'a' };
  await tryPrint(printer, withFacts('<p>a</p>'), own, { signal: new AbortController().signal });
  expect(texts).toEqual([{ owner: 'acme', sha256: 'a' }]);
});

test.each([
  ['checkOwnText', new WorkTimeoutError(), TOO_LONG],
  ['checkOwnText', new OutOfMemoryError(), TOO_MUCH],
  ['checkOwnText', new WorkerLostError(), TOO_MUCH],
  ['checkOwnText', new RenderProcessError(), NO_DOCUMENT],
  ['checkOwnText', new PoolFullError(), FULL],
  ['printPdf', new WorkTimeoutError(), NO_PRINT],
  ['printPdf', new WorkerLostError(), NO_PRINT],
  ['printPdf', new PoolFullError(), FULL],
] as const)('a text is refused with the reason if its %s fails with %s', async (step, error, answer) => {
  expect(await verdict(step, error)).toBe(answer);
});
