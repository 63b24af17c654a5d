import { expect, test } from 'vitest';
import { startRenderer } from '../../../src/render/renderer.ts';
import { prepareSeal } from '../../../src/service/use-cases/seal.ts';
import { ONE_PAGE, withTable } from '../../received/seal/make-pdf.ts';
import { ACME } from '../../received/seal/sealing.ts';
import { POOL } from './documents.ts';

test('a file that takes more time than a document may is refused', async () => {
  // Its 24 MB cannot even be sent to another process in a millisecond.
  const renderer = await startRenderer({ ...POOL, workTimeoutMs: 1 });
  const dependencies = { renderer, trail: { record: async () => undefined }, fileLimit: 30_000_000 };
  const prepare = (file: Buffer) =>
    prepareSeal(
      dependencies,
      { companyId: 'acme', keyId: 'key', requestId: 'request' },
      { body: { file: '-', certificates: [ACME.pem] }, files: new Map([['file', file]]) },
      new AbortController().signal,
    );
  const comments = '%\n'.repeat(12_000_000);
  await expect(prepare(withTable({ ...ONE_PAGE, 1: `${comments}<</Pages 2 0 R>>` }))).rejects.toMatchObject({
    code: 'unreadable_document',
    status: 422,
    message: 'The PDF cannot be read: it takes more time than is allowed',
  });
  await renderer.close();
});
