import { findings } from '../findings.ts';
import { idOf } from '../words.ts';
import type { Field } from './fields.ts';

interface NotesProps {
  readonly path: string;
  readonly help: string;
  /** A question about the value is asked already. */
  readonly isAsked?: boolean;
}

/** What stands below a field: help, and what `validate` says of it, if the page does not ask a question instead. */
export function Notes({ path, help, isAsked = false }: NotesProps) {
  const { missing, faults, warnings } = findings.value;
  const id = idOf(path);
  const at = (list: readonly { readonly field: string; readonly message: string }[]) =>
    isAsked ? [] : list.filter(({ field }) => field === path);
  return (
    <>
      {help !== '' && (
        <p id={`${id}-help`} class="help">
          {help}
        </p>
      )}
      <div id={`${id}-notes`} class="notes">
        {missing.includes(path) && <p class="missing">Still missing</p>}
        {at(faults).map(({ message }) => (
          <p key={message} class="fault">
            {message}
          </p>
        ))}
        {at(warnings).map(({ message }) => (
          <p key={message} class="warning">
            {message}
          </p>
        ))}
      </div>
    </>
  );
}

/** The attributes by which a control is found, described and marked as wrong. */
export function described({ path, help }: Field) {
  const id = idOf(path);
  return {
    id,
    'data-path': path,
    'aria-describedby': `${help === '' ? '' : `${id}-help `}${id}-notes`,
    'aria-invalid': findings.value.faults.some(({ field }) => field === path) || undefined,
  };
}

/** The title of a field, as its label. */
export function Label({ field }: { readonly field: Field }) {
  return <label for={idOf(field.path)}>{field.title}</label>;
}
