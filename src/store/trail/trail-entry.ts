import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { StepTimes } from '../../../schemas/trail.ts';

/**
 * What is recorded about a request for a document: who, when, which template, and the outcome; nothing of its content.
 */
export interface TrailEntry {
  readonly companyId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly requestedAt: Date;
  readonly templateId: string;
  readonly version: string;
  readonly source: 'global' | 'custom';
  /** SHA-256 of the company's own text, in hexadecimal; null for a text of the catalogue. */
  readonly templateSha256: string | null;
  readonly format: DocumentFormat;
  readonly outcome: 'ok' | 'failed' | 'refused' | 'aborted';
  /** SHA-256 of the file, in hexadecimal; null without a file. */
  readonly sha256: string | null;
  /** Size of the file; null without a file. */
  readonly bytes: number | null;
  /** `total`, and the time of each step when there is a file. */
  readonly milliseconds: StepTimes & { readonly total: number };
}
