import { useState } from 'preact/hooks';
import { saveFile } from '../save-file.ts';
import { isLocal } from '../service/page.ts';
import type { EditorActions } from './editor-actions.ts';
import { InsertField } from './insert-field.tsx';
import { isChanged, type OpenText, said, text, undoAll } from './open-text.ts';
import { Publish } from './publish.tsx';
import { Save } from './save.tsx';
import { ownTextOf, VersionButtons } from './version-state.tsx';

interface CommandsProps {
  readonly opened: OpenText;
  readonly actions: EditorActions;
}

/** What can be done with the text. */
export function Commands({ opened, actions }: CommandsProps) {
  const [asks, setAsks] = useState<'number' | 'field' | undefined>(undefined);
  const { templateId, version } = opened;
  const toggle = (what: 'number' | 'field') => setAsks(asks === what ? undefined : what);
  const close = () => setAsks(undefined);
  return (
    <div class="actions">
      <div class="buttons">
        {isLocal ? (
          <Save opened={opened} />
        ) : (
          <button
            type="button"
            id="publish"
            aria-expanded={asks === 'number'}
            onClick={() => toggle('number')}
          >
            Publish…
          </button>
        )}
        <button
          type="button"
          id="insert-field"
          class="plain"
          aria-expanded={asks === 'field'}
          onClick={() => toggle('field')}
        >
          Insert field…
        </button>
        <button type="button" class="plain" disabled={!isChanged.value} onClick={undoAll}>
          Undo all changes
        </button>
        {!isLocal && (
          <button
            type="button"
            class="plain"
            onClick={() =>
              saveFile(new Blob([text.value], { type: 'text/plain' }), `${templateId}-${version}.njk`)
            }
          >
            Save as a file
          </button>
        )}
        <VersionButtons one={ownTextOf(opened)} />
      </div>
      <div class="said" aria-live="polite">
        {said.value !== '' && <p>{said.value}</p>}
      </div>
      {asks === 'number' && <Publish opened={opened} actions={actions} onClose={close} />}
      {asks === 'field' && <InsertField actions={actions} onClose={close} />}
    </div>
  );
}
