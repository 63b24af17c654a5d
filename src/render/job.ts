import type { DocumentFormat } from '../../schemas/formats.ts';
import type { OwnParts } from '../../schemas/overrides.ts';
import type { DocumentFacts, DocumentRequest } from '../formats/document/model.ts';
import type { DataSchema } from '../lib/schema.ts';
import type {
  ClaimedIdentity,
  Differences,
  DocumentAsMade,
  Reading,
  TextToCompare,
} from '../received/returned/read.ts';
import type { SealedFile } from '../received/seal/complete.ts';
import type { PreparedSeal } from '../received/seal/prepare.ts';
import type { FieldDifferences } from '../templating/language/lint/lint.ts';
import type { TemplateError } from '../templating/language/template-error.ts';
import type { CompleteSealJob, PrepareSealJob, Sealed } from './seal-job.ts';

export interface TemplateText {
  /** For error messages. */
  readonly name: string;
  /** The Nunjucks text. */
  readonly source: string;
  /** Of a company's own text; a text of the catalogue uses the parts of this release. */
  readonly parts?: OwnParts | undefined;
}

export interface RenderJob extends Omit<DocumentRequest, 'fields'> {
  readonly kind: 'render';
  /** The fields of the template's schema, by `packFields`. */
  readonly fields?: Uint8Array;
  readonly template: TemplateText;
  readonly data: Readonly<Record<string, unknown>>;
  readonly format: 'html' | 'docx';
  /** For a Word file with the changes from this document, tracked. */
  readonly changesFrom?: EarlierDocument | undefined;
}

/** A document that is not made, to find its blanks. */
interface BlanksJob extends Pick<RenderJob, 'template' | 'title' | 'origin' | 'data'> {
  readonly kind: 'blanks';
}

/** A document to compare with one of the same origin, letterhead and options. */
export interface EarlierDocument extends Pick<RenderJob, 'template' | 'title' | 'data' | 'fields'> {
  /** Who the changes are by, in the file. */
  readonly author: string;
}

export interface RenderResult<Body = string | Uint8Array> {
  /** HTML as a string, or the bytes of a Word file. */
  readonly body: Body;
  /** Empty for a Word file. */
  readonly facts: DocumentFacts;
  /** The fields that are printed as blanks, each once, in document order. */
  readonly blanks: readonly string[];
  /** `data.json`, when it was requested; a Word file has it inside. */
  readonly dataJson?: string | undefined;
  /** An `OriginTable` as JSON, when it was requested. */
  readonly originTable?: string | undefined;
  /** Time for the template, parsing and cross-references. */
  readonly templateMs: number;
  /** Time for serialisation or conversion. */
  readonly convertMs: number;
}

/** A company's own text, to be tried before it is published. */
export interface OwnTextJob extends Pick<RenderJob, 'template' | 'title'> {
  readonly kind: 'try';
  readonly schema: DataSchema;
  /** Data with which it must make a document; `title` follows "with" in error messages. */
  readonly cases: readonly { readonly title: string; readonly data: RenderJob['data'] }[];
}

/** A text of the catalogue, to be checked at the start or while it is written. */
export interface CheckJob extends Omit<OwnTextJob, 'kind'> {
  readonly kind: 'check';
}

/** A file that came back, to find out which text it was made of. */
export interface IdentifyJob {
  readonly kind: 'identify';
  readonly fileFormat: DocumentFormat;
  readonly bytes: Uint8Array;
}

/** A file that came back, to be compared with the text that it was made of. */
export interface ReadJob extends TextToCompare {
  readonly kind: 'read';
  readonly fileFormat: DocumentFormat;
  readonly bytes: Uint8Array;
  readonly template: TemplateText;
}

/** A Word file that came back, to be compared with the document as made. */
interface RedlineJob extends DocumentAsMade {
  readonly kind: 'redline';
  readonly bytes: Uint8Array;
  readonly template: TemplateText;
}

/** The same, to name what the redline has as tracked changes. */
interface DifferencesJob extends Omit<RedlineJob, 'kind'> {
  readonly kind: 'differences';
}

export type Job =
  | RenderJob
  | BlanksJob
  | OwnTextJob
  | CheckJob
  | IdentifyJob
  | ReadJob
  | RedlineJob
  | DifferencesJob
  | PrepareSealJob
  | CompleteSealJob;

/** What comes of each kind of job. */
interface JobResults {
  readonly render: RenderResult;
  readonly blanks: readonly string[];
  readonly try: OwnTextCheck;
  readonly check: Check;
  readonly identify: ClaimedIdentity;
  readonly read: Reading;
  readonly redline: Uint8Array;
  readonly differences: Differences;
  readonly 'prepare seal': Sealed<PreparedSeal>;
  readonly 'complete seal': Sealed<SealedFile>;
}

export type JobResult<Of extends Job> = JobResults[Of['kind']];

export type Fault = Pick<TemplateError, 'template' | 'line' | 'column' | 'reason'>;

/** A TemplateError as it is sent to the parent process. */
export interface SentFault extends Fault {
  readonly others: readonly Fault[];
}

export interface Check extends FieldDifferences {
  /** Faults of the text, with each case of data, and of every shared part. While there are any, fields are not compared. */
  readonly faults: readonly Fault[];
}

export interface OwnTextCheck extends Pick<FieldDifferences, 'undeclaredFields'> {
  /** Names of the shared parts that it needs, also those that others of them need. */
  readonly needs: readonly string[];
  /** The document of each case. */
  readonly documents: readonly { readonly html: string; readonly facts: DocumentFacts }[];
}

/** Messages from the child: `ready` for the first job, then one answer to each job. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: JobResult<Job> }
  | { readonly kind: 'template-error'; readonly fault: SentFault }
  /** The file of the job cannot be read; the message is for the caller. */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** An unexpected error: its type and call stack, without its message, which may quote the data. */
  | { readonly kind: 'failure'; readonly summary: string };
