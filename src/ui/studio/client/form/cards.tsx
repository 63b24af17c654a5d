import type { ComponentChildren } from 'preact';
import type { Data } from '../../../../lib/paths.ts';
import { idOf } from '../words.ts';
import { Entries } from './entries.tsx';
import type { FieldProps } from './field-props.ts';
import { type Field, fieldsOf } from './fields.ts';
import { Notes } from './notes.tsx';

interface CardsProps extends FieldProps {
  readonly children: (fields: readonly Field[], values: Data) => ComponentChildren;
}

/** A list of objects, each a card: the parties, the sessions, the targets. */
export function Cards({ field, value, children }: CardsProps) {
  const { items = {} } = field.schema;
  const entries = Array.isArray(value) ? value : [];
  const title = items.title ?? 'Entry';
  return (
    <fieldset class="field wide list cards">
      <legend>{field.title}</legend>
      <Notes path={field.path} help={field.help} />
      <Entries path={field.path} entries={entries} one={title.toLowerCase()} of="" blank={{}}>
        {(entry, index, buttons) => {
          const path = `${field.path}[${index}]`;
          const values = Object(entry) as Data;
          return (
            <fieldset class="card" key={path} id={idOf(path)}>
              <legend>
                {title} {index + 1}
              </legend>
              {buttons}
              <Notes path={path} help="" />
              {children(fieldsOf(items, values, `${path}.`), values)}
            </fieldset>
          );
        }}
      </Entries>
    </fieldset>
  );
}
