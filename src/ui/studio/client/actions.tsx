import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TemplateSummary } from '../../../../schemas/catalogue.ts';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import { titleOf } from '../../rows/titles.ts';
import { Link, Plain } from './buttons.tsx';
import { remember } from './changes/states.ts';
import { curlOf } from './curl.ts';
import { data, replaceAll, takeBack, undo } from './draft.ts';
import { DropFile } from './drop-file.tsx';
import { kindOf } from './file-kind.ts';
import { anotherLike } from './form/another.ts';
import { dataToSend, freshData, setAside } from './form/fields.ts';
import { progressOf } from './form/progress.ts';
import { goToField } from './go-to-field.ts';
import { LIST_FILES, list } from './list/list.ts';
import { More } from './more.tsx';
import { readDataFile } from './open-data.ts';
import { OpenFile } from './open-file.tsx';
import { type Opened, opened } from './opened.ts';
import { Option } from './options-form.tsx';
import { OpenReturned, RETURNED_FILES, useReturned } from './returned/open-returned.tsx';
import { returned, shownReturned } from './returned/returned.ts';
import { addressOf, goTo, route, siblingAddress, type VersionName } from './route.ts';
import { saveFile } from './save-file.ts';
import { Select } from './select.tsx';
import { textsOf, versionWords } from './service/catalogue.ts';
import { ourName } from './service/key.ts';
import { StillBlank } from './still-blank.tsx';
import { type Notice, requestFor, useDownload } from './use-download.ts';

interface ActionsProps {
  readonly shown: Opened;
  readonly template: TemplateSummary;
}

/** The bar that stays: what can be done with the document, and what became of it. */
export function Actions({ shown, template }: ActionsProps) {
  const { schema, body } = shown;
  const [said, setSaid] = useState<Notice | undefined>(undefined);
  const back = useReturned(shown);
  const { making, download, question, askAgain } = useDownload(shown, setSaid);
  const { isList, row } = route.value;
  const isOfForm = shownReturned.value === undefined && (!isList || row > 0);
  useDownloadKey(isOfForm, () => void download('pdf'));

  const open = async (chosen: File) => {
    setSaid(undefined);
    back.forget();
    const kind = await kindOf(chosen);
    if (kind === 'pdf' || kind === 'docx') return back.open(chosen, kind);
    returned.value = undefined;
    if (kind === 'list') {
      list.value = chosen;
      return;
    }
    try {
      const read = await readDataFile(chosen, body.templateId);
      // The document was left meanwhile: the form of another would take its values.
      if (opened.value !== shown) return;
      replaceAll(read, `Opened ${chosen.name}.`);
      remember(`Opened ${chosen.name}`, body, dataToSend(schema, read));
      const aside = setAside(schema, read);
      if (aside.length > 0)
        setSaid({ text: `Not used, because another field says otherwise: ${aside.join(', ')}.` });
    } catch (error) {
      setSaid({ text: (error as Error).message, isFault: true });
    }
  };

  const button = (format: DocumentFormat, text: string) => (
    <button
      type="button"
      class={format === 'pdf' ? '' : 'plain'}
      aria-busy={making === format}
      aria-keyshortcuts={format === 'pdf' ? 'Control+Enter' : undefined}
      title={format === 'pdf' ? 'Ctrl+Enter' : undefined}
      disabled={making !== undefined}
      onClick={() => void download(format)}
    >
      {text}
    </button>
  );
  return (
    <div class="actions">
      {isOfForm && (
        <div class="buttons">
          {button('pdf', 'Download PDF')}
          {button('docx', 'Download Word')}
          {!isList && (
            <>
              <Plain
                onClick={() => {
                  askAgain();
                  setSaid(undefined);
                  beginAnother(schema);
                }}
              >
                Another like this
              </Plain>
              <Plain onClick={() => goTo(siblingAddress(0))}>Make many from a list…</Plain>
            </>
          )}
          <MoreActions {...{ shown, template, setSaid, open }} />
        </div>
      )}
      {isOfForm && question !== undefined && (
        <StillBlank
          schema={schema}
          paths={question.paths}
          onMake={() => void download(question.format, true)}
        />
      )}
      <div class="said" aria-live="polite">
        {undo.value?.path === '' && (
          <p class="undo">
            {undo.value.text} <Link onClick={takeBack}>Undo</Link>
          </p>
        )}
        {said !== undefined && (
          <p class={said.isFault ? 'fault' : ''}>
            {said.text}{' '}
            {said.field !== undefined && (
              <Link onClick={() => goToField(said.field ?? '')}>Go to {titleOf(schema, said.field)}</Link>
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

interface MoreActionsProps extends ActionsProps {
  readonly setSaid: (said: Notice | undefined) => void;
  readonly open: (file: File) => Promise<void>;
}

function MoreActions({ shown, template, setSaid, open }: MoreActionsProps) {
  const { schema, body } = shown;
  const save = () => {
    const values = dataToSend(schema, data.value);
    const name = `${body.templateId}.json`;
    saveFile(new Blob([`${JSON.stringify(values, null, 2)}\n`], { type: 'application/json' }), name);
    remember(`Saved ${name}`, body, values);
    setSaid({ text: `Saved ${name}.` });
  };
  const copyCurl = async () => {
    const command = curlOf(location.origin, requestFor(shown, 'pdf'));
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
  return (
    <More>
      <Plain onClick={save}>Save data</Plain>
      <OpenFile
        text="Open data…"
        accept={`.json,application/json,${LIST_FILES},${RETURNED_FILES}`}
        onFile={open}
      />
      <OpenReturned onFile={open} />
      <Plain
        onClick={() => {
          setSaid(undefined);
          replaceAll(freshData(schema), 'Cleared the form.');
        }}
      >
        Clear
      </Plain>
      <Plain onClick={() => void copyCurl()}>Copy as curl</Plain>
      <Option name="signatures" />
      <OtherTexts shown={shown} template={template} />
    </More>
  );
}

function OtherTexts({ shown, template }: ActionsProps) {
  const texts = textsOf(template);
  const hasOwn = template.customVersions.length > 0;
  const wordsOf = (text: VersionName) => {
    if (text.isOwn) return `${ourName.value}'s text, ${text.version}`;
    return hasOwn ? versionWords(text) : text.version;
  };
  if (texts.length < 2) return null;
  return (
    <label>
      {hasOwn ? 'Other texts' : 'Version'}{' '}
      <Select
        value={addressOf(shown.name)}
        choices={texts.map((text) => [addressOf(text), wordsOf(text)])}
        onChoose={goTo}
      />
    </label>
  );
}

/** Empties what was of one person, and leads to where the next one begins. */
function beginAnother(schema: Opened['schema']): void {
  replaceAll(
    { ...freshData(schema), ...anotherLike(schema, data.value) },
    'Another like it: the person and the dates are empty, the rest has stayed.',
  );
  const [first] = progressOf(schema, data.value).open;
  if (first !== undefined) goToField(first.path);
}

/** Ctrl+Enter, and on a Mac also Cmd+Enter. */
function useDownloadKey(isOn: boolean, download: () => void): void {
  const latest = useRef(download);
  latest.current = download;
  useLayoutEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}
