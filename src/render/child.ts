/**
 * The render child process: `node child.ts <folder of the shared parts>`, started by render-process.ts with few
 * permissions (render-command.ts) and an empty environment. It runs one job at a time and exits with its parent.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { fieldsOf } from '../document/blanks.ts';
import { type DocumentModel, makeDocument } from '../document/make-document.ts';
import { convertToDocx } from '../docx/convert.ts';
import { serializeHtml } from '../html/parse.ts';
import { TemplateError } from '../language/template-error.ts';
import { checkTemplate } from './check.ts';
import { checkOwnText } from './check-own-text.ts';
import type { CheckJob, ChildMessage, OwnTextJob, RenderJob, RenderResult } from './job.ts';
import { readParts, SharedParts } from './parts.ts';
import { PartsNeeded, partsInUse } from './parts-in-use.ts';
import { TemplateCache } from './template-cache.ts';
import { WARM_UP_JOBS } from './warm-up.ts';
import { withoutMessage } from './without-message.ts';

type Job = RenderJob | OwnTextJob | CheckJob;

process.on('disconnect', () => process.exit());

const parts = new SharedParts(readParts(process.argv[2] ?? ''));
// Faults of the parts are reported by a check, and by each document that needs them.
parts.loadAll();
const templates = new TemplateCache();

function render(job: RenderJob): RenderResult {
  const started = performance.now();
  const { name, source } = job.template;
  const template = templates.load(name, source, job.origin, partsInUse(job.template, parts));
  const finished = makeDocument(template, job.data, job);
  const made = performance.now();
  const body = BODIES[job.format](finished, job);
  const convertMs = performance.now() - made;
  const { facts, blanks, dataJson } = finished;
  return { body, facts, blanks: fieldsOf(blanks), dataJson, templateMs: made - started, convertMs };
}

const BODIES: Readonly<
  Record<RenderJob['format'], (made: DocumentModel, job: RenderJob) => RenderResult['body']>
> = {
  html: ({ tree }) => serializeHtml(tree),
  docx: ({ tree, items, blanks, given, dataJson }, { template, origin, draft = false, form }) =>
    convertToDocx(tree, items, template.name.replace(/\.njk$/, ''), {
      ...{ draft, dataJson },
      form: form && { fields: form.fields, blanks, given },
      keepStyles: origin === 'global',
    }),
  blanks: () => '',
};

function run(job: Job) {
  if (!('cases' in job)) return render(job);
  return 'kind' in job ? checkTemplate(job, templates, parts) : checkOwnText(job, templates, parts);
}

function answer(job: Job): ChildMessage {
  try {
    return { kind: 'result', result: run(job) };
  } catch (error) {
    if (error instanceof PartsNeeded) return { kind: 'parts-needed' };
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

const [first = [], ...others] = WARM_UP_JOBS;
for (const job of first) answer(job);
process.on('message', (job: Job) => send(answer(job)));
send({ kind: 'ready' });
for (const job of others.flat()) {
  // A request that arrived meanwhile goes before the next round.
  await nextTurn();
  answer(job);
}
