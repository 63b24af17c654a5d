import type { TObject } from '@sinclair/typebox';
import type { OwnParts } from '../../../schemas/overrides.ts';
import type { Validator } from '../validation/validator.ts';

export interface Template {
  readonly templateId: string;
  readonly version: string;
  readonly title: string;
  readonly kind: 'agreement' | 'policy';
  /** One or two sentences on what differs from the version before; undefined for the first version and an override. */
  readonly changes?: string | undefined;
  /** `global` for the catalogue, `custom` for a company's own override. */
  readonly origin: 'global' | 'custom';
  /** Overrides: the company's id. */
  readonly owner?: string;
  /** Nunjucks source. */
  readonly source: string;
  /** Overrides: the shared parts that it needs. A text of the catalogue uses those of this release. */
  readonly parts?: OwnParts;
  /** Overrides: SHA-256 of the source, in hexadecimal. */
  readonly sha256?: string;
  readonly schema: TObject;
  readonly sample: Readonly<Record<string, unknown>>;
  readonly validate: Validator<Record<string, unknown>>;
}
