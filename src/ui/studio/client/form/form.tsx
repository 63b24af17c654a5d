import type { Data } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { data } from '../draft.ts';
import { Cards } from './cards.tsx';
import { Choice } from './choices.tsx';
import { Combobox } from './combobox.tsx';
import { DateField } from './date-field.tsx';
import type { FieldProps } from './field-props.ts';
import { type Field, fieldsOf, sectionsOf } from './fields.ts';
import { Flag } from './flag.tsx';
import { NumberField } from './number-field.tsx';
import { TextField } from './text-field.tsx';
import { Texts } from './texts.tsx';

export function Form({ schema }: { readonly schema: DataSchema }) {
  return (
    <>
      {sectionsOf(fieldsOf(schema, data.value)).map(({ title, fields }) =>
        title === '' ? (
          <Fields key={fields[0]?.name} fields={fields} values={data.value} />
        ) : (
          <fieldset key={title} class="section">
            <legend>{title}</legend>
            <Fields fields={fields} values={data.value} />
          </fieldset>
        ),
      )}
    </>
  );
}

const CONTROLS = {
  text: TextField,
  'long text': TextField,
  email: TextField,
  date: DateField,
  number: NumberField,
  choice: Choice,
  'long choice': Combobox,
  flag: Flag,
  texts: Texts,
  cards: CardsOfFields,
};

function CardsOfFields(props: FieldProps) {
  return <Cards {...props}>{(fields, values) => <Fields fields={fields} values={values} />}</Cards>;
}

export function Fields({ fields, values }: { readonly fields: readonly Field[]; readonly values: Data }) {
  return (
    <div class="fields">
      {fields.map((field) => {
        const Control = CONTROLS[field.kind];
        return (
          <div
            key={field.name}
            class={`cell ${field.depends ? 'depends' : ''} ${field.decides ? 'decides' : ''}`}
          >
            <Control field={field} value={values[field.name]} />
          </div>
        );
      })}
    </div>
  );
}
