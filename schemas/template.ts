import type { TObject } from '@sinclair/typebox';

/** What `schemas/<templateId>/<version>.ts` exports by default, beside the text in `templates-html/` under the same key. */
export interface TemplateDefinition {
  readonly title: string;
  readonly kind: 'agreement' | 'policy';
  /** The schema of `data`, as callers may read it. */
  readonly data: TObject;
  /** A `data` object that fills every field. */
  readonly sample: Readonly<Record<string, unknown>>;
}
