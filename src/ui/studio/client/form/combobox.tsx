import { useState } from 'preact/hooks';
import { countryMeant } from '../../../../../schemas/shared/nearest-country.ts';
import { choicesFor, countryIn } from '../../../rows/countries.ts';
import { data, setAt, setData } from '../draft.ts';
import { idOf } from '../words.ts';
import type { FieldProps } from './field-props.ts';
import { described, Labelled, useTyped } from './notes.tsx';
import { asText } from './text-field.tsx';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** One of hundreds of values, found by typing: as it is called, by its code, or by part of its name. */
export function Combobox({ field, value }: FieldProps) {
  const [isOpen, setOpen] = useState(false);
  /** The option that the keyboard is at; -1 for none. */
  const [at, setAtOption] = useState(-1);
  const written = asText(value);
  const { typed, setTyped, shown } = useTyped(written);
  const isChosen = field.schema.enum?.includes(written) === true;
  // Of a choice that is made, all others are shown.
  const sought = isChosen && typed === written ? '' : (typed ?? '');
  const choices = isOpen ? choicesFor(field.schema, sought) : [];
  const list = `${idOf(field.path)}-choices`;
  const idAt = (index: number) => `${list}-${index}`;

  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setAtOption(-1);
    setAt(field.path, text.trim() === '' ? undefined : (countryIn(field.schema, text) ?? text));
  };
  const choose = (choice: string) => {
    takePart(field.path, typed ?? '', choice);
    setAt(field.path, choice);
    setTyped(choice);
    setOpen(false);
  };
  const leave = () => {
    takePart(field.path, typed ?? '', written);
    setTyped(undefined);
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const chosen = choices[at];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      const next = isOpen ? (at + step + choices.length) % Math.max(choices.length, 1) : 0;
      setAtOption(next);
      document.getElementById(idAt(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <Labelled field={field} class="combobox">
      <input
        {...described(field)}
        {...shown}
        role="combobox"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-activedescendant={choices[at] === undefined ? undefined : idAt(at)}
        placeholder={field.example}
        onClick={() => setOpen(true)}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      <div id={list} role="listbox" aria-label={field.title} hidden={choices.length === 0}>
        {choices.map((choice, index) => (
          // The keys are those of the text box, which keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={choice}
            id={idAt(index)}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            {choice}
          </div>
        ))}
      </div>
      {typed !== undefined && written !== typed && isChosen && <p class="read">= {written}</p>}
    </Labelled>
  );
}

/** Whoever types England as the law means the United Kingdom, and in it England. */
function takePart(path: string, typed: string, country: string): void {
  const meant = countryMeant(typed);
  if (path !== 'governingLaw' || meant?.isPart !== true || meant.name !== country) return;
  if (data.value.governingLawPart === undefined) setData({ ...data.value, governingLawPart: typed.trim() });
}
