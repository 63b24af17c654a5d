/** The thread that completes printed PDFs, one at a time, for completion.ts. */
import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { NICENESS } from '../../workers/processes/subordinate.ts';
import { makeAccessible } from './accessibility/make-accessible.ts';
import { decodeBase64 } from './base64.ts';
import type { CompletionAnswer, CompletionJob } from './completion.ts';

// On Linux this sets the priority of the calling thread only. Error responses then do not wait for PDFs.
setPriority(Number(NICENESS));

/** V8 collects no heap in which nothing is allocated: a thread without work would keep 40 MB in place of 8. */
const IDLE_BEFORE_COLLECTION_MS = 30_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as NonNullable<typeof gc>;
// Only this kind gives the pages of the heap back to the kernel. It takes 0.1 s of a thread that has nothing to do.
const collection = setTimeout(
  () => collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  IDLE_BEFORE_COLLECTION_MS,
);

parentPort?.on('message', (job: CompletionJob) => {
  const answer = complete(job);
  collection.refresh();
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : []);
});

function complete({ base64, ...document }: CompletionJob): CompletionAnswer {
  try {
    const printed = decodeBase64(base64);
    const completed = makeAccessible(printed, document);
    // A copy has an ArrayBuffer of its own, which can be transferred.
    return { pdf: new Uint8Array(completed), pages: countPages(printed) };
  } catch (error) {
    return { error };
  }
}

/** How Chromium begins a page object. It writes no object streams. */
const PAGE = '<</Type /Page\n';

/** @param pdf as Chromium wrote it */
function countPages(pdf: Buffer): number {
  let pages = 0;
  for (let at = pdf.indexOf(PAGE); at !== -1; at = pdf.indexOf(PAGE, at + 1)) pages += 1;
  return pages;
}
