import type { Field } from './fields.ts';

export interface FieldProps {
  readonly field: Field;
  readonly value: unknown;
}
