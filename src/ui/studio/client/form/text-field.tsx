import { setAt } from '../draft.ts';
import type { FieldProps } from './field-props.ts';
import { described, Labelled } from './notes.tsx';

export function TextField({ field, value }: FieldProps) {
  const shared = {
    ...described(field),
    value: asText(value),
    placeholder: field.example,
    autocomplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      setAt(field.path, currentTarget.value === '' ? undefined : currentTarget.value),
  };
  return (
    <Labelled field={field} class={field.kind === 'long text' ? 'wide' : ''}>
      {field.kind === 'long text' ? (
        <textarea {...shared} rows={2} />
      ) : (
        <input {...shared} type="text" inputMode={field.kind === 'email' ? 'email' : 'text'} />
      )}
    </Labelled>
  );
}

/** Values of a file may have any type; what is wrong with them is said beside them. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
