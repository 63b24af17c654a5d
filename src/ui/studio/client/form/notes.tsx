import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
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

interface LabelledProps {
  readonly field: Field;
  /** For the look. */
  readonly class?: string;
  /** A question about the value is asked already. */
  readonly isAsked?: boolean;
  readonly children: ComponentChildren;
}

/** A control below the title of its field, and above what is said of it. */
export function Labelled({ field, class: look = '', isAsked = false, children }: LabelledProps) {
  return (
    <div class={`field ${look}`}>
      <label for={idOf(field.path)}>{field.title}</label>
      {children}
      <Notes path={field.path} help={field.help} isAsked={isAsked} />
    </div>
  );
}

/** A text that is shown as it is typed as long as it has the focus, and else as it is written. */
export function useTyped(written: string) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const shown = {
    type: 'text' as const,
    autocomplete: 'off',
    value: typed ?? written,
    onFocus: () => setTyped(written),
    onBlur: () => setTyped(undefined),
  };
  return { typed, setTyped, shown };
}
