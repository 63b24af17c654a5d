import { useState } from 'preact/hooks';
import { setAt } from '../draft.ts';
import type { FieldProps } from './field-props.ts';
import { described, Label, Notes } from './notes.tsx';
import { numberChoices, readNumber, writeNumber } from './numbers.ts';
import { asText } from './text-field.tsx';

/** A number as people write it. What cannot be read is kept as it was typed, and `validate` says what is wrong with it. */
export function NumberField({ field, value }: FieldProps) {
  /** The text while the field has the focus. */
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const written = typeof value === 'number' ? writeNumber(value) : asText(value);
  const choices = typeof value === 'string' ? numberChoices(value) : [];
  return (
    <div class="field">
      <Label field={field} />
      <input
        {...described(field)}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        placeholder={exampleOf(field.schema.examples)}
        value={typed ?? written}
        onFocus={() => setTyped(written)}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          setAt(field.path, text.trim() === '' ? undefined : readNumber(text));
        }}
        onBlur={() => setTyped(undefined)}
      />
      {typed !== undefined && typeof value === 'number' && written !== typed && (
        <p class="read">= {written}</p>
      )}
      <Which choices={choices} write={writeNumber} onChoose={(one) => setAt(field.path, one)} />
      <Notes path={field.path} help={field.help} />
    </div>
  );
}

interface WhichProps<Value> {
  readonly choices: readonly Value[];
  readonly write: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

/** Asks which of two readings of a text is meant. */
export function Which<Value extends string | number>({ choices, write, onChoose }: WhichProps<Value>) {
  if (choices.length < 2) return null;
  return (
    <p class="which">
      Do you mean{' '}
      {choices.map((one, index) => (
        <span key={one}>
          {index > 0 && ' or '}
          <button type="button" class="link" onClick={() => onChoose(one)}>
            {write(one)}
          </button>
        </span>
      ))}
      ?
    </p>
  );
}

function exampleOf(examples: readonly unknown[] = []): string {
  const [example] = examples;
  return typeof example === 'number' ? writeNumber(example) : '';
}
