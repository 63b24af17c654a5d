import { expect, test } from 'vitest';
import { startRenderProcess } from '../../src/render/render-process.ts';
import { WARM_UP_JOBS } from '../../src/render/warm-up.ts';
import { TemplateError } from '../../src/templating/language/template-error.ts';
import { templatesDirectory } from './templates-directory.ts';

test('every warm-up job makes a document, for the faults of a warm-up are not reported', async () => {
  const worker = await startRenderProcess({ templatesDirectory });
  try {
    for (const job of WARM_UP_JOBS.flat()) {
      const answer = await worker.run(job);
      expect(answer instanceof TemplateError ? answer.message : answer.body.length).toBeGreaterThan(1_000);
    }
  } finally {
    worker.kill();
    await worker.exited;
  }
});
