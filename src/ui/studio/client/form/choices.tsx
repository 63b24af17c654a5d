import { setAt } from '../draft.ts';
import { Select } from '../select.tsx';
import { idOf } from '../words.ts';
import type { FieldProps } from './field-props.ts';
import { described, Label, Notes } from './notes.tsx';
import { asText } from './text-field.tsx';

/** One of a few values. */
export function Choice({ field, value }: FieldProps) {
  const choices = (field.schema.enum ?? []).map(String);
  const text = asText(value);
  // A value of a file that is none of the choices stays, and is said to be wrong.
  const others = text === '' || choices.includes(text) ? [] : [text];
  return (
    <div class="field">
      <Label field={field} />
      <Select
        {...described(field)}
        value={text}
        choices={[['', 'Leave blank'], ...[...others, ...choices].map((one) => [one, one] as const)]}
        onChoose={(chosen) => setAt(field.path, chosen || undefined)}
      />
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
