import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { StepTimes } from '../../../schemas/trail.ts';

/** What is kept of a request for a document: who, when, from which text, and how it ended; nothing of what it says. */
export interface TrailEntry {
  readonly companyId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly requestedAt: Date;
  readonly templateId: string;
  readonly version: string;
  readonly source: 'global' | 'custom';
  /** Of the company's own text, in hexadecimal; null when the text is the catalogue's. */
  readonly templateSha256: string | null;
  readonly format: DocumentFormat;
  readonly outcome: 'ok' | 'failed' | 'refused' | 'aborted';
  /** Of the file, in hexadecimal; null when there is none. */
  readonly sha256: string | null;
  /** Size of the file; null when there is none. */
  readonly bytes: number | null;
  /** `total`, and by step when there is a file. */
  readonly milliseconds: StepTimes & { readonly total: number };
}
