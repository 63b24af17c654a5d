import { useState } from 'preact/hooks';
import { Button, Plain } from '../buttons.tsx';
import { More } from '../more.tsx';
import { saveFile } from '../save-file.ts';
import { isLocal } from '../service/page.ts';
import type { EditorActions } from './editor-actions.ts';
import { Versions } from './head.tsx';
import { InsertField } from './insert-field.tsx';
import { isChanged, type OpenText, said, text, undoAll } from './open-text.ts';
import { Publish } from './publish.tsx';
import { Save } from './save.tsx';
import { ShownWith } from './text-pages.tsx';
import { ownTextOf, VersionButtons } from './version-state.tsx';

interface CommandsProps {
  readonly opened: OpenText;
  readonly actions: EditorActions;
}

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
          <Button id="publish" aria-expanded={asks === 'number'} onClick={() => toggle('number')}>
            Publish…
          </Button>
        )}
        <Plain id="insert-field" aria-expanded={asks === 'field'} onClick={() => toggle('field')}>
          Insert field…
        </Plain>
        <Plain disabled={!isChanged.value} onClick={undoAll}>
          Undo all changes
        </Plain>
        <More>
          {!isLocal && (
            <Plain
              onClick={() =>
                saveFile(new Blob([text.value], { type: 'text/plain' }), `${templateId}-${version}.njk`)
              }
            >
              Save as a file
            </Plain>
          )}
          <Versions opened={opened} />
          <ShownWith />
        </More>
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
