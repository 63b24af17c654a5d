import type { TemplateError } from './template/template-error.ts';

export interface RenderJob {
  /** `name` stands in errors; `source` is the Nunjucks text. */
  readonly template: { readonly name: string; readonly source: string };
  readonly data: Readonly<Record<string, unknown>>;
  readonly format: 'html' | 'docx';
  /** The document's title when the template gives it none. */
  readonly title: string;
}

export interface RenderResult {
  /** HTML text, or the bytes of a Word file. */
  readonly body: string | Uint8Array;
  /** Time for template, parsing and references. */
  readonly templateMs: number;
  /** Time for serialising or converting. */
  readonly convertMs: number;
}

/** What the child sends: ready for the first job, then one answer to each. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: RenderResult }
  | {
      readonly kind: 'template-error';
      readonly fault: Pick<TemplateError, 'template' | 'line' | 'column' | 'reason'>;
    }
  /** A fault of the service: the error's type and call stack, without its message, which may quote the data. */
  | { readonly kind: 'failure'; readonly summary: string };
