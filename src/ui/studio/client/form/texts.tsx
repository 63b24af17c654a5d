import { setAt } from '../draft.ts';
import { findings } from '../findings.ts';
import { idOf } from '../words.ts';
import { Entries } from './entries.tsx';
import type { FieldProps } from './field-props.ts';
import { Notes } from './notes.tsx';
import { asText } from './text-field.tsx';

export function Texts({ field, value }: FieldProps) {
  const entries = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const one = (field.schema.items?.title ?? 'Entry').toLowerCase();
  return (
    <fieldset class="field wide list">
      <legend>{field.title}</legend>
      <Notes path={field.path} help={field.help} />
      <Entries path={field.path} entries={entries} one={one} of={` of ${field.title}`} blank="">
        {(entry, index, buttons) => {
          const path = `${field.path}[${index}]`;
          return (
            <div class="entry" key={path}>
              <div class="row">
                <textarea
                  id={idOf(path)}
                  data-path={path}
                  rows={1}
                  aria-label={`${field.title}, ${one} ${index + 1}`}
                  aria-describedby={`${idOf(path)}-notes`}
                  aria-invalid={findings.value.faults.some((fault) => fault.field === path) || undefined}
                  placeholder={index === 0 ? field.example : ''}
                  value={asText(entry)}
                  onInput={({ currentTarget }) => setAt(path, currentTarget.value)}
                />
                {buttons}
              </div>
              <Notes path={path} help="" />
            </div>
          );
        }}
      </Entries>
    </fieldset>
  );
}
