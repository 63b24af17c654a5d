import { useRef } from 'preact/hooks';
import { readDate, writeDate } from '../../../rows/dates.ts';
import { Plain } from '../buttons.tsx';
import { setAt } from '../draft.ts';
import { idOf } from '../words.ts';
import type { FieldProps } from './field-props.ts';
import { described, Labelled, useTyped } from './notes.tsx';
import { Which } from './number-field.tsx';
import { asText } from './text-field.tsx';

export function DateField({ field, value }: FieldProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const text = asText(value);
  const written = writeDate(text);
  const { typed, setTyped, shown } = useTyped(written);
  const dates = readDate(text);
  const isAsked = dates.length > 1;
  const take = (input: string) => {
    const [date, another] = readDate(input);
    setAt(field.path, input.trim() === '' ? undefined : another === undefined ? (date ?? input) : input);
  };
  const isRead = typed !== undefined && written !== text && written !== typed;
  return (
    <Labelled field={field} isAsked={isAsked}>
      <div class="row">
        <input
          {...described(field)}
          {...shown}
          placeholder={writeDate(field.example)}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            take(currentTarget.value);
          }}
        />
        <span class="calendar">
          <Plain
            class="icon"
            aria-label={`Calendar: ${field.title}`}
            onClick={() => calendar.current?.showPicker()}
          >
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
              <path
                d="M3 5h14v12H3zM3 8.500h14M7 3v3M13 3v3"
                fill="none"
                stroke="currentColor"
                stroke-width="1.500"
              />
            </svg>
          </Plain>
          <input
            ref={calendar}
            class="hidden-date"
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={written === text ? '' : text}
            onChange={({ currentTarget }) => {
              take(currentTarget.value);
              document.getElementById(idOf(field.path))?.focus();
            }}
          />
        </span>
      </div>
      {isRead && <p class="read">= {written}</p>}
      <Which
        choices={isAsked ? dates : []}
        write={writeDate}
        onChoose={(one) => {
          setTyped(undefined);
          setAt(field.path, one);
        }}
      />
    </Labelled>
  );
}
