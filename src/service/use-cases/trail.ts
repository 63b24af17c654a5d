import { hash } from 'node:crypto';
import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Identity } from '../../../schemas/identity.ts';
import type { StepTimes, TrailRecord } from '../../../schemas/trail.ts';
import { ServiceError } from '../../errors.ts';
import type { Caller } from '../../workers/pool/job.ts';
import type { Laps } from './laps.ts';
import type { ValueDigests } from './value-digests.ts';

/** Records the outcomes of requests for documents. */
export interface Trail {
  /** Resolves when the entry of a file is stored, or cannot be; never rejects. */
  record(entry: DocumentRecord, making: Making): Promise<void>;
}

/** An entry about a document that was made, not only sealed. */
export type DocumentRecord = TrailRecord & Pick<Identity, 'templateId' | 'version' | 'source'>;

/** How a document was made, for measurements; not stored in the trail. */
export interface Making {
  readonly laps: Laps;
  /** Number of pages of a PDF. */
  readonly pages?: number | undefined;
}

/** Who sent a request, and the request's id in the log. */
export interface Requester {
  readonly companyId: string;
  readonly keyId: string;
  readonly requestId: string;
}

/** Whose work it is, for those who do it. */
export function callerOf(
  { companyId, requestId }: Requester,
  signal: AbortSignal,
): Caller & { company: string } {
  return { signal, company: companyId, requestId };
}

type Ending = Pick<TrailRecord, 'outcome' | 'sha256' | 'bytes'>;

interface Attempt {
  readonly requester: Requester;
  readonly identity: Identity;
  readonly valueDigests: ValueDigests;
  readonly format: DocumentFormat;
  /** On the clock of `performance.now()`. */
  readonly started: number;
  readonly laps: Laps;
}

interface Result {
  readonly bytes: Uint8Array;
  readonly pages?: number | undefined;
}

/**
 * Records the outcome in the trail: that of a file before it returns.
 * @returns what `make` does, with the SHA-256 of the file, in hexadecimal
 * @throws what `make` does
 */
export async function recordOutcome<Made extends Result>(
  trail: Trail,
  subject: Attempt,
  signal: AbortSignal,
  make: () => Promise<Made>,
): Promise<Made & { readonly sha256: string }> {
  const { laps } = subject;
  let made: Made;
  try {
    made = await make();
  } catch (error) {
    const outcome = signal.aborted ? 'aborted' : isRefusal(error) ? 'refused' : 'failed';
    await trail.record(entryOf(subject, { outcome, sha256: null, bytes: null }), { laps });
    throw error;
  }
  const { bytes, pages } = made;
  const { valueDigests } = subject;
  const sha256 = hash('sha256', bytes);
  const entry = entryOf(subject, { outcome: 'ok', sha256, bytes: bytes.byteLength }, laps.times);
  await trail.record({ ...entry, valueDigests }, { laps, pages });
  return { ...made, sha256 };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}

function entryOf(
  { requester, identity, format, started }: Attempt,
  ending: Ending,
  timings: StepTimes = {},
): DocumentRecord {
  const total = performance.now() - started;
  return {
    ...requester,
    requestedAt: new Date(Date.now() - total),
    ...identity,
    format,
    ...ending,
    milliseconds: { total: round(total), ...roundEach(timings) },
  };
}

function roundEach(timings: StepTimes): StepTimes {
  return Object.fromEntries(Object.entries(timings).map(([step, elapsed]) => [step, round(elapsed)]));
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
