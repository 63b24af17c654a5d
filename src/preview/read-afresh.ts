import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadTemplate } from '../templates/read-template.ts';
import { compileValidator } from '../validation/validator.ts';

/** Reads a template anew. Node imports a module once per thread, so each reading has a thread of its own. */
export async function readAfresh(root: string, key: string): Promise<ReadTemplate> {
  const thread = new Worker(join(import.meta.dirname, 'definition-thread.ts'), { workerData: { root, key } });
  try {
    const [{ template, faults }] = (await once(thread, 'message')) as [ReadTemplate];
    return { template: template && { ...template, validate: compileValidator(template.schema) }, faults };
  } finally {
    await thread.terminate();
  }
}
