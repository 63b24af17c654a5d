import { hash } from 'node:crypto';
import type { DocumentFormat } from '../../schemas/formats.ts';
import type { StepTimes } from '../../schemas/trail.ts';
import { ServiceError } from '../errors.ts';
import type { Template } from '../templates/catalogue.ts';
import type { Laps } from './laps.ts';

/** Where it is written down how requests for documents ended. */
export interface Trail {
  /** Takes no time and never throws. */
  record(entry: TrailEntry, making: Making): void;
}

/** How a document was made, for measurements; the trail does not keep it. */
export interface Making {
  readonly laps: Laps;
  /** Of a PDF that was made. */
  readonly pages?: number | undefined;
}

/** Whose request it is, and by which name the log has it. */
export interface Requester {
  readonly companyId: string;
  readonly keyId: string;
  readonly requestId: string;
}

/** Nothing of the caller's data, and nothing of the document but its size and its SHA-256. */
export interface TrailEntry extends Requester, Ending {
  readonly requestedAt: Date;
  readonly templateId: string;
  readonly version: string;
  readonly source: Template['origin'];
  /** Of the company's own text; null when the text is the catalogue's. */
  readonly templateSha256: string | null;
  readonly format: DocumentFormat;
  /** `total`, and by step when there is a file. */
  readonly milliseconds: StepTimes & { readonly total: number };
}

interface Ending {
  /** `refused`: the service was full or leaving. `aborted`: the caller hung up. */
  readonly outcome: 'ok' | 'failed' | 'refused' | 'aborted';
  /** Of the file, in hexadecimal; null when there is none. */
  readonly sha256: string | null;
  readonly bytes: number | null;
}

interface Subject {
  readonly requester: Requester;
  readonly template: Template;
  readonly format: DocumentFormat;
  /** By `performance.now()`. */
  readonly started: number;
  readonly laps: Laps;
}

interface Result {
  readonly bytes: Uint8Array;
  readonly pages?: number | undefined;
}

/** Passes on what `make` makes or throws, and leaves an entry of how that ended. */
export async function recordOutcome<Made extends Result>(
  trail: Trail,
  subject: Subject,
  signal: AbortSignal,
  make: () => Promise<Made>,
): Promise<Made> {
  const { laps } = subject;
  let made: Made;
  try {
    made = await make();
  } catch (error) {
    const outcome = signal.aborted ? 'aborted' : isRefusal(error) ? 'refused' : 'failed';
    trail.record(entryOf(subject, { outcome, sha256: null, bytes: null }), { laps });
    throw error;
  }
  const { bytes, pages } = made;
  const entry = entryOf(subject, { outcome: 'ok', sha256: null, bytes: bytes.byteLength }, laps.times);
  // 0.2 to 0.3 ms for 150 KB: not worth another thread, but nothing that the caller need wait for.
  setImmediate(() => trail.record({ ...entry, sha256: hash('sha256', bytes) }, { laps, pages }));
  return made;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}

function entryOf(
  { requester, template, format, started }: Subject,
  ending: Ending,
  timings: StepTimes = {},
): TrailEntry {
  const total = performance.now() - started;
  return {
    ...requester,
    requestedAt: new Date(Date.now() - total),
    templateId: template.templateId,
    version: template.version,
    source: template.origin,
    templateSha256: template.sha256 ?? null,
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
