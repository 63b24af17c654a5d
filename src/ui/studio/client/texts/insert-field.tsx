import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Plain } from '../buttons.tsx';
import type { EditorActions } from './editor-actions.ts';
import { type Insertable, insertablesOf, insertionOf, searchFields } from './insertions.ts';
import { fields, fieldsFault, ownFields } from './open-text.ts';

interface InsertFieldProps {
  readonly actions: EditorActions;
  readonly onClose: () => void;
}

export function InsertField({ actions, onClose }: InsertFieldProps) {
  const [searched, setSearched] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const { schema = {} } =
    (ownFields.value !== '' && fieldsFault.value === '' ? JSON.parse(ownFields.value) : fields.value) ?? {};
  const found = searchFields(insertablesOf(schema), searched);
  const chosen = found[Math.min(at, found.length - 1)];
  useLayoutEffect(() => {
    document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.path]);
  const leave = () => {
    actions.focus();
    onClose();
  };
  const insert = (field: Insertable) => {
    actions.insert(insertionOf(field, actions.before(), schema));
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && chosen !== undefined) insert(chosen);
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  };
  return (
    <div class="insert-field">
      <div class="row">
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search fields"
          aria-expanded="true"
          aria-controls="insertable-fields"
          aria-autocomplete="list"
          aria-activedescendant={chosen && idOf(chosen)}
          placeholder="Search fields"
          autocomplete="off"
          value={searched}
          onInput={({ currentTarget }) => {
            setSearched(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Plain onClick={leave}>Close</Plain>
      </div>
      <div id="insertable-fields" role="listbox" aria-label="Fields" tabIndex={-1}>
        {found.map((field) => (
          <div
            key={field.path}
            id={idOf(field)}
            role="option"
            tabIndex={-1}
            aria-selected={field === chosen}
            onClick={() => insert(field)}
            onKeyDown={onKeyDown}
          >
            <strong>{field.title}</strong> <code>{field.path}</code>
            {field.group !== '' && <span class="faint"> {field.group}</span>}
          </div>
        ))}
      </div>
      <p class="help" role="status">
        {found.length === 0 ? 'No field has these words.' : 'Enter inserts it at the cursor; Esc goes back.'}
      </p>
    </div>
  );
}

function idOf(field: Insertable | undefined): string {
  return `insertable-${field?.path ?? ''}`;
}
