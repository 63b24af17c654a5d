/**
 * The render child process: `node child.ts <folder of the shared parts>`, started by render-process.ts with few
 * permissions (render-command.ts) and an empty environment. It runs one job at a time and exits with its parent.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { findBlankFields, makeDocument } from '../formats/document/make-document.ts';
import type { DocumentModel } from '../formats/document/model.ts';
import { convertToDocx, convertToRedline } from '../formats/docx/convert.ts';
import {
  differencesOf,
  identifyFile,
  readFile,
  redlineOf,
  UnreadableFile,
} from '../received/returned/read.ts';
import { serializeHtml } from '../templating/html/parse.ts';
import { TemplateError } from '../templating/language/template-error.ts';
import { checkCatalogueText, checkOwnText, toFault, withPlace } from './check.ts';
import type { ChildMessage, EarlierDocument, Job, JobResult, RenderJob, RenderResult } from './job.ts';
import { unpackFields } from './packed-fields.ts';
import { readParts, SharedParts } from './parts.ts';
import { runSealJob } from './seal-job.ts';
import { TemplateCache } from './template-cache.ts';
import { WARM_UP_JOBS } from './warm-up.ts';
import { withoutMessage } from './without-message.ts';

process.on('disconnect', () => process.exit());

const parts = new SharedParts(readParts(process.argv[2] ?? ''));
// Faults of the parts are reported by a check, and by each document that needs them.
parts.loadAll();
const templates = new TemplateCache(parts);

function render(job: RenderJob): RenderResult {
  const started = performance.now();
  const { changesFrom, ...wishes } = job;
  const make = (one: RenderJob | EarlierDocument) => {
    const { template } = templates.load(one.template, job.origin);
    const { fields, ...request } = { ...wishes, ...one };
    const unpacked = fields && { fields: unpackFields(fields) };
    const makeIt = () => makeDocument(template, one.data, { ...request, ...unpacked });
    return job.isNew ? withPlace(one.template, 'this data', makeIt) : makeIt();
  };
  const finished = make(job);
  const earlier = changesFrom && make(changesFrom);
  const made = performance.now();
  const { author = '' } = changesFrom ?? {};
  const body =
    earlier === undefined
      ? BODIES[job.format](finished)
      : convertToRedline(earlier, finished, { author, at: finished.options.at ?? '' });
  const convertMs = performance.now() - made;
  const { facts, blankFields, dataJson, originTable } = finished;
  return { body, facts, blanks: blankFields, dataJson, originTable, templateMs: made - started, convertMs };
}

const BODIES: Readonly<Record<RenderJob['format'], (made: DocumentModel) => RenderResult['body']>> = {
  html: ({ tree }) => serializeHtml(tree),
  docx: convertToDocx,
};

function run(job: Job): JobResult<Job> | Promise<JobResult<Job>> {
  switch (job.kind) {
    case 'render':
      return render(job);
    case 'try':
      return checkOwnText(job, templates);
    case 'blanks':
      return findBlankFields(templates.load(job.template, job.origin).template, job.data, job);
    case 'check':
      return checkCatalogueText(job, templates, parts);
    case 'identify':
      return identifyFile(job.fileFormat, job.bytes);
    case 'read':
      return readFile(job.fileFormat, job.bytes, templates.load(job.template, job.origin).template, job);
    case 'redline':
      return redlineOf(job.bytes, templates.load(job.template, job.origin).template, job);
    case 'differences':
      return differencesOf(job.bytes, templates.load(job.template, job.origin).template, job);
    default:
      return runSealJob(job);
  }
}

async function answer(job: Job): Promise<ChildMessage> {
  try {
    return { kind: 'result', result: await run(job) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message };
    if (error instanceof TemplateError) {
      const others = error.others.map(toFault);
      return { kind: 'template-error', fault: { ...toFault(error), others } };
    }
    return { kind: 'failure', summary: withoutMessage(error) };
  }
}

function send(message: ChildMessage): void {
  process.send?.(message);
}

const [first = [], ...others] = WARM_UP_JOBS;
for (const job of first) await answer(job);
process.on('message', async (job: Job) => send(await answer(job)));
send({ kind: 'ready' });
for (const job of others.flat()) {
  // A request that arrived meanwhile goes before the next round.
  await nextTurn();
  await answer(job);
}
