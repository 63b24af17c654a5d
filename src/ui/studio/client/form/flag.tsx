import { setAt } from '../draft.ts';
import { idOf } from '../words.ts';
import type { FieldProps } from './field-props.ts';
import { described, Notes } from './notes.tsx';

const ANSWERS: readonly (readonly [text: string, value: boolean | undefined])[] = [
  ['Yes', true],
  ['No', false],
  ['Decide later', undefined],
];

/** Yes, no, or later: both are printed, to choose from by hand. */
export function Flag({ field, value }: FieldProps) {
  // Whether a group of choices is wrong is said by its notes.
  const { id, 'aria-invalid': _isWrong, ...attributes } = described(field);
  return (
    <fieldset class="field flag" {...attributes}>
      <legend>{field.title}</legend>
      <div class="answers">
        {ANSWERS.map(([text, answer]) => (
          <label key={text}>
            <input
              // The first takes the focus when a link leads to the field.
              id={answer === true ? id : undefined}
              type="radio"
              name={idOf(field.path)}
              checked={value === answer || (answer === undefined && typeof value !== 'boolean')}
              onChange={() => setAt(field.path, answer)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {value !== undefined && typeof value !== 'boolean' && <p class="read">{JSON.stringify(value)}</p>}
      <Notes path={field.path} help={field.help} />
    </fieldset>
  );
}
