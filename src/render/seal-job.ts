import { completeSeal, type SealCompletion, type SealedFile } from '../received/seal/complete.ts';
import { type PreparedSeal, prepareSeal, type SealRequest } from '../received/seal/prepare.ts';
import { SealError, type SealRefusal, unreadable } from '../received/seal/refusal.ts';

export interface PrepareSealJob extends SealRequest {
  readonly kind: 'prepare seal';
}

export interface CompleteSealJob extends SealCompletion {
  readonly kind: 'complete seal';
}

/** What becomes of a seal. */
export type Sealed<Result> = Result | { readonly refusal: SealRefusal };

/** Runs a step of a seal. It never throws, whatever is in the file. */
export function runSealJob(job: PrepareSealJob | CompleteSealJob): Sealed<PreparedSeal | SealedFile> {
  try {
    return job.kind === 'prepare seal' ? prepareSeal(job) : completeSeal(job);
  } catch (error) {
    // Any other error comes from what the file holds, too: nothing else differs from file to file.
    const refused = error instanceof SealError ? error : unreadable('it is broken');
    return { refusal: refused.refusal };
  }
}
