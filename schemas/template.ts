import type { TObject } from '@sinclair/typebox';

/**
 * The default export of `schemas/<templateId>/<version>.ts`, which belongs to the text
 * `templates-html/<templateId>/<version>.njk`.
 */
export interface TemplateDefinition {
  readonly title: string;
  readonly kind: 'agreement' | 'policy';
  /** One or two sentences: what differs from the version before. The first version has none. */
  readonly changes?: string;
  /** The schema of `data`. */
  readonly data: TObject;
  /** Sample data with a value for every field. */
  readonly sample: Readonly<Record<string, unknown>>;
}
