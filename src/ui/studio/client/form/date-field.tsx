import { useRef, useState } from 'preact/hooks';
import { readDate, writeDate } from '../../../rows/dates.ts';
import { setAt } from '../draft.ts';
import { idOf } from '../words.ts';
import type { FieldProps } from './field-props.ts';
import { described, Label, Notes } from './notes.tsx';
import { Which } from './number-field.tsx';
import { asText } from './text-field.tsx';

/** A date as people write it, or chosen from the browser's calendar. */
export function DateField({ field, value }: FieldProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const calendar = useRef<HTMLInputElement>(null);
  const text = asText(value);
  const written = writeDate(text);
  const dates = readDate(text);
  const isAsked = dates.length > 1;
  const take = (input: string) => {
    const [date, another] = readDate(input);
    setAt(field.path, input.trim() === '' ? undefined : another === undefined ? (date ?? input) : input);
  };
  const isRead = typed !== undefined && written !== text && written !== typed;
  return (
    <div class="field">
      <Label field={field} />
      <div class="row">
        <input
          {...described(field)}
          type="text"
          autocomplete="off"
          placeholder={writeDate(field.example)}
          value={typed ?? written}
          onFocus={() => setTyped(written)}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            take(currentTarget.value);
          }}
          onBlur={() => setTyped(undefined)}
        />
        <span class="calendar">
          <button
            type="button"
            class="plain icon"
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
          </button>
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
      <Notes path={field.path} help={field.help} isAsked={isAsked} />
    </div>
  );
}
