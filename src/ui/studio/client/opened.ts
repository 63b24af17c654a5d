import { signal } from '@preact/signals';
import type { DataSchema } from '../../../lib/schema.ts';
import type { VersionName } from './route.ts';

/** The version of a template whose form is shown. */
export interface Opened {
  readonly schema: DataSchema;
  readonly name: VersionName;
  /** What every request for the document has. */
  readonly body: { readonly templateId: string; readonly version: string; readonly custom?: boolean };
}

export const opened = signal<Opened | undefined>(undefined);
