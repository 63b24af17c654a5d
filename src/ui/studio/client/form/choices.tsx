import { setAt } from '../draft.ts';
import { Select } from '../select.tsx';
import type { FieldProps } from './field-props.ts';
import { described, Labelled } from './notes.tsx';
import { asText } from './text-field.tsx';

/** What people call values that the interface calls otherwise. */
const WORDS: Readonly<Record<string, string>> = {
  'Non-Remote': 'On site',
  Others: 'Another currency',
  'Monday to Fridays': 'Monday to Friday',
};
const CURRENCIES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

/** `NGN` → `NGN (Nigerian Naira)` */
function wordsFor(value: string): string {
  const currency = /^[A-Z]{3}$/.test(value) ? CURRENCIES.of(value) : undefined;
  return WORDS[value] ?? (currency === undefined ? value : `${value} (${currency})`);
}

export function Choice({ field, value }: FieldProps) {
  const choices = (field.schema.enum ?? []).map(String);
  const text = asText(value);
  // A value of a file that is none of the choices stays, and is said to be wrong.
  const others = text === '' || choices.includes(text) ? [] : [text];
  return (
    <Labelled field={field}>
      <Select
        {...described(field)}
        value={text}
        choices={[
          ['', 'Decide later'],
          ...[...others, ...choices].map((one) => [one, wordsFor(one)] as const),
        ]}
        onChoose={(chosen) => setAt(field.path, chosen || undefined)}
      />
    </Labelled>
  );
}
