import { currencyFields, currencyOf, readAmount } from '../../../rows/currencies.ts';
import { numberChoices, writeNumber } from '../../../rows/numbers.ts';
import { Link, Links } from '../buttons.tsx';
import { data, setAt, setData } from '../draft.ts';
import { opened } from '../opened.ts';
import type { FieldProps } from './field-props.ts';
import { described, Labelled, useTyped } from './notes.tsx';
import { asText } from './text-field.tsx';

/** A number as people write it. What cannot be read is kept as it was typed, and `validate` says what is wrong with it. */
export function NumberField({ field, value }: FieldProps) {
  const written = typeof value === 'number' ? writeNumber(value) : asText(value);
  const { typed, setTyped, shown } = useTyped(written);
  const choices = typeof value === 'string' ? numberChoices(value) : [];
  const isOther = typeof value === 'string' && otherCurrency(value) !== undefined;
  return (
    <Labelled field={field} isAsked={isOther || choices.length > 1}>
      <input
        {...described(field)}
        {...shown}
        inputMode="decimal"
        placeholder={exampleOf(field.schema.examples)}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          setAt(field.path, text.trim() === '' ? undefined : text);
          takeAmount(field.path, text);
        }}
      />
      {typed !== undefined && typeof value === 'number' && written !== typed && (
        <p class="read">= {written}</p>
      )}
      {isOther && <WhichCurrency path={field.path} text={value} />}
      <Which choices={choices} write={writeNumber} onChoose={(one) => setAt(field.path, one)} />
    </Labelled>
  );
}

/**
 * Takes an amount with the currency that was typed with it. A currency that contradicts the chosen one is asked about: the
 * text stays as it is until then.
 */
function takeAmount(path: string, text: string): void {
  const { number, currency } = readAmount(text);
  if (text.trim() === '' || otherCurrency(text) !== undefined) return;
  if (currency !== undefined && currencyOf(data.value) === undefined && !setCurrency(currency)) return;
  setAt(path, number);
}

/** The currency that an amount is typed with, when another one is chosen. */
function otherCurrency(text: string): string | undefined {
  const { currency } = readAmount(text);
  const chosen = currencyOf(data.value);
  return chosen === undefined || currency === chosen ? undefined : currency;
}

/** @returns whether the document has a currency to set */
function setCurrency(code: string): boolean {
  const fields = opened.value && currencyFields(opened.value.schema, code);
  if (fields === undefined) return false;
  setData({ ...data.value, ...fields });
  return true;
}

/** Asks which currency is meant when an amount was typed with another one than the chosen. */
function WhichCurrency({ path, text }: { readonly path: string; readonly text: string }) {
  const { number } = readAmount(text);
  const chosen = currencyOf(data.value);
  const currency = otherCurrency(text);
  if (currency === undefined) return null;
  return (
    <p class="which">
      “{text.trim()}” is an amount in {currency}; the currency is {chosen}.{' '}
      <Link
        onClick={() => {
          setCurrency(currency);
          setAt(path, number);
        }}
      >
        Set the currency to {currency}
      </Link>{' '}
      or <Link onClick={() => setAt(path, number)}>Keep {chosen}</Link>?
    </p>
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
      Do you mean <Links all={choices} between=" or " wordsOf={write} onChoose={onChoose} />?
    </p>
  );
}

function exampleOf(examples: readonly unknown[] = []): string {
  const [example] = examples;
  return typeof example === 'number' ? writeNumber(example) : '';
}
