/**
 * The render child process: `node child.ts <folder of the shared parts>`, started by render-process.ts without
 * environment, file writing, child processes or code from strings. It takes one job at a time from its parent
 * and ends with it.
 */
import { convertToDocx } from '../docx/convert.ts';
import { serializeHtml } from '../html/parse.ts';
import type { ChildMessage, RenderJob, RenderResult, ReviewJob } from './job.ts';
import { makeDocument } from './make-document.ts';
import { readParts, SharedParts } from './parts.ts';
import { reviewTemplate } from './review.ts';
import { TemplateCache } from './template/template-cache.ts';
import { TemplateError } from './template/template-error.ts';
import { WARM_UP_JOBS } from './warm-up.ts';
import { withoutMessage } from './without-message.ts';

process.on('disconnect', () => process.exit());

const parts = new SharedParts(readParts(process.argv[2] ?? ''));
parts.loadAll();
const templates = new TemplateCache(parts);

function render(job: RenderJob): RenderResult {
  const started = performance.now();
  const template = templates.load(job.template.name, job.template.source, job.origin);
  const document = makeDocument(template, job.data, job);
  const made = performance.now();
  const body = job.format === 'docx' ? convertToDocx(document) : serializeHtml(document);
  return { body, templateMs: made - started, convertMs: performance.now() - made };
}

function answer(job: RenderJob | ReviewJob): ChildMessage {
  try {
    const result = 'cases' in job ? reviewTemplate(job, templates, parts) : render(job);
    return { kind: 'result', result };
  } catch (error) {
    if (error instanceof TemplateError) {
      const { template, line, column, reason } = error;
      return { kind: 'template-error', fault: { template, line, column, reason } };
    }
    return { kind: 'failure', summary: withoutMessage(error) };
  }
}

function send(message: ChildMessage): void {
  process.send?.(message);
}

for (const job of WARM_UP_JOBS) answer(job);
process.on('message', (job: RenderJob | ReviewJob) => send(answer(job)));
send({ kind: 'ready' });
