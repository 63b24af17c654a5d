import type { DocumentFacts } from '../document/facts.ts';
import type { Form } from '../document/fields.ts';
import type { Letterhead } from '../document/letterhead.ts';
import type { Paper } from '../document/paper.ts';
import type { SignatureProvider } from '../document/text-tags.ts';
import type { FieldDifferences, FieldSchema } from '../language/lint/fields-read.ts';
import type { TemplateError } from '../language/template-error.ts';

export interface RenderJob {
  /** `name` is for error messages; `source` is the Nunjucks text. */
  readonly template: { readonly name: string; readonly source: string };
  readonly data: Readonly<Record<string, unknown>>;
  /** `global` for a text of the catalogue, `custom` for a company's own, which is not trusted. */
  readonly origin: 'global' | 'custom';
  /** `blanks`: only find the blanks; make no file. */
  readonly format: 'html' | 'docx' | 'blanks';
  /** Overrides the paper size of the text. */
  readonly paper?: Paper | undefined;
  /** From the profile of the company that requests the document. */
  readonly letterhead?: Letterhead | undefined;
  /** Whether to print DRAFT across every page. */
  readonly draft?: boolean;
  /** Requests form fields (PDF) or content controls (Word). */
  readonly form?: Form | undefined;
  /** What to put on the signature lines: signature fields (PDF only), or the text tags of a provider. */
  readonly signatures?: 'fields' | SignatureProvider | undefined;
  /** Requests `data.json`. */
  readonly embed?: DataToEmbed | undefined;
  /** The document's title, used when the template sets none. */
  readonly title: string;
}

/** What `data.json` holds beside the data, and the fields that it may leave out. */
export interface DataToEmbed {
  readonly about: {
    readonly templateId: string;
    readonly version: string;
    readonly source: 'global' | 'custom';
    /** SHA-256 of the Nunjucks source, in hexadecimal. */
    readonly templateSha256: string;
  };
  /** Fields that were sent although their condition is false: left out unless the text prints them. */
  readonly denied: readonly string[];
}

export interface RenderResult {
  /** HTML as a string, or the bytes of a Word file; empty when only the blanks were requested. */
  readonly body: string | Uint8Array;
  readonly facts: DocumentFacts;
  /** The fields that are printed as blanks, each once, in document order. */
  readonly blanks: readonly string[];
  /** `data.json`, when it was requested. */
  readonly dataJson?: string | undefined;
  /** Time for the template, parsing and cross-references. */
  readonly templateMs: number;
  /** Time for serialisation or conversion. */
  readonly convertMs: number;
}

/** A company's own text, to be tried before it is published. */
export interface OwnTextJob extends Pick<RenderJob, 'template' | 'title'> {
  /** Schema of its data. */
  readonly schema: FieldSchema;
  /** Data with which it must make a document; `title` follows "with" in error messages. */
  readonly cases: readonly { readonly title: string; readonly data: RenderJob['data'] }[];
}

/** A text of the catalogue, to be checked at the start or while it is written. */
export interface CheckJob extends OwnTextJob {
  readonly kind: 'check';
}

/** A TemplateError as it is sent to the parent process. */
export type Fault = Pick<TemplateError, 'template' | 'line' | 'column' | 'reason'>;

export interface Check extends FieldDifferences {
  /** Faults of the text, with each case of data, and of every shared part. While there are any, fields are not compared. */
  readonly faults: readonly Fault[];
}

export interface OwnTextCheck extends Pick<FieldDifferences, 'undeclaredFields'> {
  /** The document of each case. */
  readonly documents: readonly { readonly html: string; readonly facts: DocumentFacts }[];
}

/** Messages from the child: `ready` for the first job, then one answer to each job. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: RenderResult | OwnTextCheck | Check }
  | { readonly kind: 'template-error'; readonly fault: Fault }
  /** An unexpected error: its type and call stack, without its message, which may quote the data. */
  | { readonly kind: 'failure'; readonly summary: string };
