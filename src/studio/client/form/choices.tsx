import { setAt } from '../draft.ts';
import { idOf } from '../words.ts';
import type { FieldProps } from './form.tsx';
import { described, Label, Notes } from './notes.tsx';
import { asText } from './text-field.tsx';

/** One of a few values. */
export function Choice({ field, value }: FieldProps) {
  const choices = field.schema.enum ?? [];
  const text = asText(value);
  return (
    <div class="field">
      <Label field={field} />
      <select
        {...described(field)}
        value={text}
        onChange={({ currentTarget }) => setAt(field.path, currentTarget.value || undefined)}
      >
        <option value="">Leave blank</option>
        {/* A value of a file that is none of the choices stays, and is said to be wrong. */}
        {text !== '' && !choices.includes(text) && <option value={text}>{text}</option>}
        {choices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {String(choice)}
          </option>
        ))}
      </select>
      <Notes path={field.path} help={field.help} />
    </div>
  );
}

/** One of hundreds of values, found by typing. */
export function LongChoice({ field, value }: FieldProps) {
  const list = `${idOf(field.path)}-choices`;
  return (
    <div class="field">
      <Label field={field} />
      <input
        {...described(field)}
        type="text"
        autocomplete="off"
        list={list}
        placeholder={field.example}
        value={asText(value)}
        onInput={({ currentTarget }) => setAt(field.path, currentTarget.value || undefined)}
      />
      <datalist id={list}>
        {(field.schema.enum ?? []).map((choice) => (
          <option key={choice} value={String(choice)} />
        ))}
      </datalist>
      <Notes path={field.path} help={field.help} />
    </div>
  );
}
