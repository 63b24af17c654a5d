/** The thread that completes printed PDFs, one at a time, for completion.ts. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { NICENESS } from '../../workers/processes/subordinate.ts';
import { makeAccessible } from './accessibility/make-accessible.ts';
import { decodeBase64 } from './base64.ts';
import type { CompletionAnswer, CompletionJob } from './completion.ts';
import { countPages } from './count-pages.ts';

// On Linux this sets the priority of the calling thread only. Error responses then do not wait for PDFs.
setPriority(Number(NICENESS));

parentPort?.on('message', (job: CompletionJob) => {
  const answer = complete(job);
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
