import type { Field } from './fields.ts';

/** What a control of the form shows. */
export interface FieldProps {
  readonly field: Field;
  readonly value: unknown;
}
