import { useState } from 'preact/hooks';
import { CONTENT_TYPES } from '../../../../../schemas/formats.ts';
import { byFieldRank } from '../../../../lib/field-rank.ts';
import { type Data, leavesOf, valueAt, withValue } from '../../../../lib/paths.ts';
import { numberLists } from '../../../../lib/reading-words.ts';
import { titleOf } from '../../../rows/titles.ts';
import { Button, Link, Plain } from '../buttons.tsx';
import { remember } from '../changes/states.ts';
import { data, replaceAll } from '../draft.ts';
import { FileHead } from '../file-head.tsx';
import { dataToSend } from '../form/fields.ts';
import type { Opened } from '../opened.ts';
import { shownPages } from '../pages/shown-pages.ts';
import { saveMade } from '../save-file.ts';
import { Changes, Comments } from './changes.tsx';
import { type Returned, returned } from './returned.ts';
import { verdictOf } from './verdict.ts';
import { writtenAt } from './written.ts';

interface ReturnedViewProps {
  readonly shown: Opened;
  readonly file: Returned;
  /** A place on the pages was chosen: the pages have to be in sight. */
  readonly onPages: () => void;
}

/** What a file says that came back: its values, what has changed in it, and what to do with them. */
export default function ReturnedView({ shown, file, onPages }: ReturnedViewProps) {
  const { schema } = shown;
  const { reading, name } = file;
  const { faults, warnings, filledIn, changes, comments, signatures } = reading;
  const [said, setSaid] = useState('');
  const [isMaking, setMaking] = useState(false);
  const inOrder = (paths: readonly string[]) => byFieldRank(paths, (path) => path, schema);
  const changed = inOrder((reading.changedValues ?? []).map(({ path }) => path));
  const verdict = verdictOf(reading);

  const goTo = (find: () => Promise<boolean>, what: string) => {
    onPages();
    // After the tab of a phone shows the pages.
    requestAnimationFrame(() => {
      void find().then((isFound) => setSaid(isFound ? '' : `${what} is not on the pages.`));
    });
  };
  const goToField = (path: string) =>
    goTo(async () => shownPages.value?.go(path) ?? false, titleOf(schema, path));

  const take = (next: Data, what: string) => {
    const before = dataToSend(schema, data.value);
    remember(`The form before ${name}`, shown.body, before);
    remember(`Opened ${name}`, shown.body, dataToSend(schema, next));
    replaceAll(next, what);
    returned.value = undefined;
  };

  const downloadTracked = async () => {
    setMaking(true);
    setSaid('');
    const { templateId, version, custom } = shown.body;
    const query = new URLSearchParams({ templateId, version, ...(custom && { custom: 'true' }) });
    const asked = [`/api/v1/documents/read?${query}`, file.file, undefined, CONTENT_TYPES.docx] as const;
    const outcome = await saveMade('read', name.replace(/(\.docx?)?$/i, '-tracked.docx'), ...asked);
    setMaking(false);
    if (outcome.kind === 'refused') setSaid(outcome.refusal.message);
    if (outcome.kind === 'done') setSaid(`Made ${outcome.name}.`);
  };

  return (
    <section class="returned" aria-label="Returned file">
      <FileHead name={name} onBack={() => (returned.value = undefined)} />
      <p class={`verdict ${verdict.kind}`} role="status">
        <strong>{verdict.title}</strong> {verdict.text}
      </p>
      <p class="help">
        {reading.document.format === 'pdf'
          ? 'The pages are those of the file.'
          : 'The pages show what this file says.'}{' '}
        Your form is as you left it.
      </p>
      <div class="buttons">
        {isWhole(reading) && (
          <Button onClick={() => take(reading.data, `Took the data of ${name}.`)}>
            Take its data into the form
          </Button>
        )}
        {filledIn.length > 0 && (
          <button
            type="button"
            class={isWhole(reading) ? 'plain' : undefined}
            onClick={() => take(withFilledIn(data.value, reading), `Took what was filled in in ${name}.`)}
          >
            Take only what was filled in
          </button>
        )}
        {reading.document.format === 'docx' && changes.length + changed.length + filledIn.length > 0 && (
          <Plain disabled={isMaking} aria-busy={isMaking} onClick={() => void downloadTracked()}>
            Download with changes tracked
          </Plain>
        )}
      </div>
      <p aria-live="polite">{said}</p>
      <Values
        title="Changed values"
        paths={changed}
        onGo={goToField}
        {...{ shown, reading }}
        before="Your form has"
      />
      <Changes changes={changes} onGo={goTo} />
      {numberLists(reading).map(([title, entries]) => (
        <Said key={title} title={title} entries={entries} />
      ))}
      <Values
        title="Filled in"
        paths={inOrder(filledIn)}
        onGo={goToField}
        {...{ shown, reading }}
        before=""
      />
      <Comments comments={comments} />
      <Said
        title="Missing or wrong in it"
        entries={[
          ...faults.missing_fields.map((field) => [titleOf(schema, field), 'is missing'] as const),
          ...faults.invalid_fields.map(({ field, message }) => [titleOf(schema, field), message] as const),
        ]}
      />
      <Said
        title="Worth a look"
        entries={warnings.map(({ field, message }) => [titleOf(schema, field), message] as const)}
      />
      <Said
        title="Signatures"
        entries={signatures.map(({ signer, coversWholeFile }) => [
          signer,
          coversWholeFile
            ? 'signed the whole file. The signature itself is not checked here.'
            : 'signed, and something was added afterwards. The signature itself is not checked here.',
        ])}
      />
    </section>
  );
}

/**
 * Whether the data are all that the document says. Of a PDF without embedded data, only what was filled in is known; taken
 * into the form, they would empty its other fields.
 */
function isWhole({ document, data: read, filledIn }: Returned['reading']): boolean {
  return document.format === 'docx' || Array.from(leavesOf(read)).some(([path]) => !filledIn.includes(path));
}

/** The values of the form with what was filled in by hand. */
function withFilledIn(values: Data, { data: read, filledIn }: Returned['reading']): Data {
  return filledIn.reduce((all, path) => withValue(all, path, valueAt(read, path)), values);
}

interface ValuesProps {
  readonly title: string;
  readonly paths: readonly string[];
  readonly shown: Opened;
  readonly reading: Returned['reading'];
  readonly onGo: (path: string) => void;
  /** Before another value that the form has; "" to leave it out. */
  readonly before: string;
}

function Values({ title, paths, shown: { schema }, reading, onGo, before }: ValuesProps) {
  if (paths.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl class="values">
        {paths.map((path) => {
          const now = writtenAt(schema, reading.data, path);
          const own = writtenAt(schema, data.value, path);
          return (
            <div key={path}>
              <dt>
                <Link onClick={() => onGo(path)}>{titleOf(schema, path)}</Link>
              </dt>
              <dd>
                {now === '' ? <em>nothing readable</em> : <ins>{now}</ins>}
                {before !== '' && own !== '' && own !== now && (
                  <span class="faint">
                    {' '}
                    {before} {own}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

interface SaidProps {
  readonly title: string;
  readonly entries: readonly (readonly [what: string, text: string])[];
}

function Said({ title, entries }: SaidProps) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {entries.map(([what, text]) => (
          <li key={`${what} ${text}`}>
            <strong>{what}</strong> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
