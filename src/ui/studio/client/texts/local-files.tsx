import { effect, signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { describeSourceFault, type FilesRevision } from '../../../../lib/source-fault.ts';
import { Button, Plain } from '../buttons.tsx';
import { openCatalogue } from '../service/catalogue.ts';
import { fieldsName, isChanged, open, openFields, type Read, readBase, setText, text } from './open-text.ts';

const files = signal<FilesRevision | undefined>(undefined);
const isLost = signal(false);

/** The file of the open text as it is by now, when something else is typed. */
const conflict = signal<Read | undefined>(undefined);

/** Follows the files of a local preview: shows what is wrong with them, and the text anew when its file changes. */
export function LocalFiles() {
  useLayoutEffect(() => {
    const events = new EventSource('/studio-events');
    events.addEventListener('files', ({ data }) => {
      files.value = JSON.parse(data) as FilesRevision;
    });
    events.addEventListener('open', () => {
      isLost.value = false;
    });
    events.addEventListener('error', () => {
      isLost.value = true;
    });
    const end = followFiles();
    return () => {
      end();
      events.close();
    };
  }, []);
  const { faults = [], warnings = [] } = files.value ?? {};
  const { value: opened } = open;
  const ownFile = opened && `templates-html/${opened.templateId}/${opened.version}.njk`;
  const others = [
    ...faults.map((one) => ({ ...one, kind: 'fault' })),
    ...warnings.map((one) => ({ ...one, kind: 'warning' })),
  ].filter(({ file }) => file !== ownFile);
  return (
    <div role="alert">
      {isLost.value && (
        <p class="trouble">The preview has been ended; start it again, and this page goes on.</p>
      )}
      {conflict.value !== undefined && conflict.value.etag !== opened?.etag && (
        <div class="trouble busy">
          <p>The file has been changed by another program since you opened it.</p>
          <div class="buttons">
            <Button onClick={() => settle(true)}>Take the file</Button>
            <Plain onClick={() => settle(false)}>Keep what is typed</Plain>
          </div>
        </div>
      )}
      {others.length > 0 && (
        <ul class="trouble files">
          {others.map(({ kind, ...fault }) => (
            <li key={JSON.stringify(fault)} class={kind}>
              {describeSourceFault(fault)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Chooses between the file and what is typed. */
function settle(takesFile: boolean): void {
  const { value: now } = conflict;
  if (now !== undefined) adopt(now, takesFile);
}

function adopt(now: Read, takesFile: boolean): void {
  conflict.value = undefined;
  if (open.value === undefined) return;
  open.value = { ...open.value, ...now };
  setText(takesFile ? now.base : text.value);
}

/** Reads what is shown again at each change of a file. @returns ends that */
function followFiles(): () => void {
  let reading = new AbortController();
  const end = effect(() => {
    const { value: now } = files;
    reading.abort();
    reading = new AbortController();
    if (now !== undefined) readAgain(now, reading.signal).catch(() => {});
  });
  return () => {
    end();
    reading.abort();
    conflict.value = undefined;
  };
}

async function readAgain({ texts }: FilesRevision, signal: AbortSignal): Promise<void> {
  await openCatalogue();
  signal.throwIfAborted();
  const { value: opened } = open;
  if (opened === undefined) return;
  const { templateId, version, etag } = opened;
  const sha256 = texts[`${templateId}/${version}`];
  if (sha256 !== undefined && !etag.includes(sha256)) {
    const now = await readBase(opened, signal);
    if (typeof now === 'string') return;
    if (isChanged.value && now.base !== text.value) conflict.value = now;
    else adopt(now, true);
  }
  await openFields(fieldsName(opened, version), signal);
}
