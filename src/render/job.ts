import type { Form } from '../html/fields.ts';
import type { Letterhead } from '../html/letterhead.ts';
import type { Paper } from '../html/paper.ts';
import type { SignatureProvider } from '../html/text-tags.ts';
import type { TemplateError } from '../language/template-error.ts';
import type { FieldSchema, UnknownField } from '../language/unknown-fields.ts';

export interface RenderJob {
  /** `name` stands in errors; `source` is the Nunjucks text. */
  readonly template: { readonly name: string; readonly source: string };
  readonly data: Readonly<Record<string, unknown>>;
  /** Whose text it is: the catalogue's, or a company's own, which is not trusted. */
  readonly origin: 'global' | 'custom';
  /** `blanks`: the text is filled in, and nothing is made of it. */
  readonly format: 'html' | 'docx' | 'blanks';
  /** In place of the paper of the text. */
  readonly paper?: Paper | undefined;
  /** Of the company for which the document is made. */
  readonly letterhead?: Letterhead | undefined;
  /** Whether DRAFT stands across every page. */
  readonly draft?: boolean;
  /** Asks for a form: what is left out can be filled in in the file. */
  readonly form?: Form | undefined;
  /** What stands on the lines to sign on, beside the rule: fields, in a PDF alone, or the tags of a provider. */
  readonly signatures?: 'fields' | SignatureProvider | undefined;
  /** Asks for the data that was printed. */
  readonly embed?: DataToEmbed | undefined;
  /** The document's title when the template gives it none. */
  readonly title: string;
}

/** What stands beside the data in a file, and which of its fields the text may leave out. */
export interface DataToEmbed {
  readonly about: {
    readonly templateId: string;
    readonly version: string;
    readonly source: 'global' | 'custom';
    /** Of the Nunjucks source, in hexadecimal. */
    readonly templateSha256: string;
  };
  /** Fields that were sent although their condition does not hold: left out, unless the text prints them. */
  readonly denied: readonly string[];
}

export interface RenderResult {
  /** HTML text, or the bytes of a Word file; empty when only the blanks were asked for. */
  readonly body: string | Uint8Array;
  /** The fields that the blanks stand for, each once, in the order of the document. */
  readonly blanks: readonly string[];
  /** `data.json`, when it was asked for. */
  readonly dataJson?: string | undefined;
  /** Time for template, parsing and references. */
  readonly templateMs: number;
  /** Time for serialising or converting. */
  readonly convertMs: number;
}

/** A picture to be drawn as a bitmap. */
export interface RasterJob {
  readonly svg: string;
}

export interface Raster {
  /** Undefined when the SVG cannot be drawn. */
  readonly png: Uint8Array | undefined;
}

/** A company's own text, to be looked through before it is published. */
export interface ReviewJob extends Pick<RenderJob, 'template' | 'title'> {
  /** What its data may hold. */
  readonly schema: FieldSchema;
  /** The data that it must make a document of; `title` stands in errors behind "with". */
  readonly cases: readonly { readonly title: string; readonly data: RenderJob['data'] }[];
}

/** A text of the catalogue, to be looked through before the service starts or while it is written. */
export interface CheckJob extends ReviewJob {
  readonly kind: 'check';
}

/** A fault as it crosses to the parent process. */
export type Fault = Pick<TemplateError, 'template' | 'line' | 'column' | 'reason'>;

export interface Check {
  /** Of the text, with each case of data, and of every shared part. */
  readonly faults: readonly Fault[];
  /** Empty while the text has faults. */
  readonly unknownFields: readonly UnknownField[];
  /** The fields that the schema has and the text does not read. */
  readonly unusedFields: readonly string[];
}

export interface Review {
  readonly unknownFields: readonly UnknownField[];
  /** The document of each case. */
  readonly html: readonly string[];
}

/** What the child sends: ready for the first job, then one answer to each. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: RenderResult | Review | Check | Raster }
  | { readonly kind: 'template-error'; readonly fault: Fault }
  /** A fault of the service: the error's type and call stack, without its message, which may quote the data. */
  | { readonly kind: 'failure'; readonly summary: string };
