import { useRef, useState } from 'preact/hooks';
import { withMoment } from '../../../../clients/typescript/src/moment.ts';
import { titleOf } from '../../rows/titles.ts';
import { ChangesForm } from './changes/changes-form.tsx';
import { remember } from './changes/states.ts';
import { curlOf } from './curl.ts';
import { data, replaceAll, takeBack, undo } from './draft.ts';
import { DropFile } from './drop-file.tsx';
import { kindOf } from './file-kind.ts';
import { findings, ofRefusal } from './findings.ts';
import { dataToSend, freshData, setAside } from './form/fields.ts';
import { progressOf } from './form/progress.ts';
import { goToField } from './go-to-field.ts';
import { openList } from './list/list.ts';
import { readDataFile } from './open-data.ts';
import type { Opened } from './opened.ts';
import { options, WHEN_UNSET } from './options.ts';
import { OptionsForm } from './options-form.tsx';
import { OpenReturned, RETURNED_FILES, useReturned } from './returned/open-returned.tsx';
import { returned, shownReturned } from './returned/returned.ts';
import { nameOf, saveFile } from './save-file.ts';
import { ask } from './service/ask.ts';
import { askPatiently } from './service/trouble.ts';

type Format = 'pdf' | 'docx';

interface Said {
  readonly text: string;
  readonly isFault?: boolean;
  /** A field to go to. */
  readonly field?: string | undefined;
  /** A text to copy by hand. */
  readonly copy?: string;
}

/** More than a sentence should name. */
const MOST_NAMED = 6;

interface StillBlankProps {
  readonly schema: Opened['schema'];
  readonly paths: readonly string[];
  readonly onMake: () => void;
}

/** Names what a document is about to be made without, and asks. */
function StillBlank({ schema, paths, onMake }: StillBlankProps) {
  const more = paths.length - MOST_NAMED;
  return (
    <div class="still-blank" role="alert">
      <p>
        Still blank:{' '}
        {paths.slice(0, MOST_NAMED).map((path, index) => (
          <span key={path}>
            {index > 0 && ', '}
            <button type="button" class="link" onClick={() => goToField(path)}>
              {titleOf(schema, path)}
            </button>
          </span>
        ))}
        {more > 0 && ` and ${more} more`}.
      </p>
      <button type="button" onClick={onMake}>
        Make with blanks
      </button>
    </div>
  );
}

/** What can be done with the document. */
export function Actions({ shown }: { readonly shown: Opened }) {
  const [said, setSaid] = useState<Said | undefined>(undefined);
  const [making, setMaking] = useState<Format | undefined>(undefined);
  const file = useRef<HTMLInputElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  const { schema, body } = shown;
  /** The format that was asked for while telling fields are blank; "" once blanks were meant. */
  const [asked, setAsked] = useState<Format | '' | undefined>(undefined);
  const back = useReturned(body);
  const request = (format: Format) => ({
    ...body,
    format,
    options: { embedData: WHEN_UNSET.embedData, ...options.value },
    data: dataToSend(schema, data.value),
  });

  const telling = progressOf(schema, data.value)
    .open.filter(({ isTelling }) => isTelling)
    .map(({ path }) => path);

  const download = async (format: Format, withBlanks = asked === '') => {
    if (making !== undefined) return;
    if (telling.length > 0 && !withBlanks) return setAsked(format);
    setAsked(withBlanks ? '' : undefined);
    setMaking(format);
    setSaid(undefined);
    const sent = withMoment(request(format));
    const outcome = await askPatiently(
      'download',
      () => ask('/api/v1/documents/generate', sent),
      new AbortController().signal,
    );
    if (outcome.kind === 'done') {
      const name = nameOf(outcome.response, `${body.templateId}.${format}`);
      saveFile(await outcome.response.blob(), name);
      remember(`Made ${name}`, body, sent.data);
      setSaid({ text: `Made ${name}.` });
    } else if (outcome.kind === 'refused') {
      const found = ofRefusal(outcome.refusal);
      findings.value = found;
      const field = found.missing[0] ?? found.faults[0]?.field;
      // Its message names fields by path; the findings have their titles.
      const text =
        found.missing.length > 0
          ? 'The document is not finished: fill in what is still missing.'
          : outcome.refusal.message;
      setSaid({ text, isFault: true, field: field || undefined });
    }
    setMaking(undefined);
  };

  const copyCurl = async () => {
    const command = curlOf(location.origin, request('pdf'));
    const isCopied = await navigator.clipboard?.writeText(command).then(
      () => true,
      () => false,
    );
    setSaid(
      isCopied === true
        ? { text: 'Copied. The command takes the key from $DOCGEN_KEY.' }
        : { text: 'This browser does not let a page copy. Copy the command by hand:', copy: command },
    );
  };

  const save = () => {
    const values = dataToSend(schema, data.value);
    const text = `${JSON.stringify(values, null, 2)}\n`;
    saveFile(new Blob([text], { type: 'application/json' }), `${body.templateId}.json`);
    remember(`Saved ${body.templateId}.json`, body, values);
    setSaid({ text: `Saved ${body.templateId}.json.` });
  };

  const open = async (chosen: File) => {
    setSaid(undefined);
    back.forget();
    // What becomes of the file is said there.
    notices.current?.scrollIntoView({ block: 'nearest' });
    const kind = await kindOf(chosen);
    if (kind === 'pdf' || kind === 'docx') return back.open(chosen, kind);
    returned.value = undefined;
    if (kind === 'list') return openList(chosen);
    try {
      const read = await readDataFile(chosen, body.templateId);
      replaceAll(read, `Opened ${chosen.name}.`);
      remember(`Opened ${chosen.name}`, body, dataToSend(schema, read));
      const aside = setAside(schema, read);
      if (aside.length > 0)
        setSaid({ text: `Not used, because another field says otherwise: ${aside.join(', ')}.` });
    } catch (error) {
      setSaid({ text: (error as Error).message, isFault: true });
    }
  };

  const button = (format: Format, text: string) => (
    <button
      type="button"
      aria-busy={making === format}
      disabled={making !== undefined}
      onClick={() => void download(format)}
    >
      {text}
    </button>
  );
  return (
    <div class="actions">
      {shownReturned.value === undefined && (
        <>
          <div class="buttons">
            {button('pdf', 'Download PDF')}
            {button('docx', 'Download Word')}
            <button type="button" class="plain" onClick={() => void copyCurl()}>
              Copy as curl
            </button>
            <button type="button" class="plain" onClick={save}>
              Save data
            </button>
            <button type="button" class="plain" onClick={() => file.current?.click()}>
              Open data…
            </button>
            <input
              ref={file}
              class="unseen"
              type="file"
              accept={`.json,.csv,application/json,text/csv,${RETURNED_FILES}`}
              tabIndex={-1}
              aria-hidden="true"
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                if (chosen !== undefined) void open(chosen);
                // The same file can be opened again.
                currentTarget.value = '';
              }}
            />
            <OpenReturned onFile={open} />
            <button
              type="button"
              class="plain"
              onClick={() => {
                setSaid(undefined);
                replaceAll(freshData(schema), 'Cleared the form.');
              }}
            >
              Clear
            </button>
          </div>
          {asked && telling.length > 0 && (
            <StillBlank schema={schema} paths={telling} onMake={() => void download(asked, true)} />
          )}
          <OptionsForm />
          <ChangesForm shown={shown} data={dataToSend(schema, data.value)} />
        </>
      )}
      <div class="said" aria-live="polite" ref={notices}>
        {undo.value?.path === '' && (
          <p class="undo">
            {undo.value.text}{' '}
            <button type="button" class="link" onClick={takeBack}>
              Undo
            </button>
          </p>
        )}
        {said !== undefined && (
          <p class={said.isFault ? 'fault' : ''}>
            {said.text}{' '}
            {said.field !== undefined && (
              <button type="button" class="link" onClick={() => goToField(said.field ?? '')}>
                Go to {titleOf(schema, said.field)}
              </button>
            )}
          </p>
        )}
        {said?.copy !== undefined && (
          <textarea readOnly rows={6} class="code" aria-label="Command" value={said.copy} />
        )}
      </div>
      {back.notice}
      <DropFile onFile={open} />
    </div>
  );
}
