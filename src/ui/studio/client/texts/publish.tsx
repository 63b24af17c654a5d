import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Override } from '../../../../../schemas/overrides.ts';
import { Link, Plain } from '../buttons.tsx';
import { goTo, textAddressOf } from '../route.ts';
import { openCatalogue } from '../service/catalogue.ts';
import { ownTexts, publishText, readOwnTexts } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';
import type { EditorActions } from './editor-actions.ts';
import { keepDraft } from './kept-texts.ts';
import {
  fieldsFault,
  keepNow,
  number,
  type OpenText,
  open,
  ownFields,
  parts,
  say,
  text,
  textToSend,
} from './open-text.ts';
import { fieldsVersion, isNumber, nextNumber } from './version-number.ts';
import { partsToPublish } from './where.tsx';

interface Refused {
  readonly message: string;
  /** Of the first fault. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

interface PublishProps {
  readonly opened: OpenText;
  readonly actions: EditorActions;
  readonly onClose: () => void;
}

const CREATED = 201;

export function Publish({ opened, actions, onClose }: PublishProps) {
  const { template, templateId, baseFields } = opened;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(number.value);
  const [refused, setRefused] = useState<Refused | undefined>(undefined);
  const [asked, setAsked] = useState<AbortController | undefined>(undefined);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  useLayoutEffect(() => () => asked?.abort(), [asked]);
  const next = () => nextNumber({ ...opened, isOwn: true }, ownTexts.value ?? []);
  const take = (text: string) => {
    const wanted = text.trim();
    setTyped(text);
    setRefused(undefined);
    if (isNumber(wanted)) number.value = wanted;
  };
  const leave = () => {
    actions.focus();
    onClose();
  };
  const publish = async () => {
    const version = typed.trim();
    if (!isNumber(version)) {
      setRefused({ message: 'A number has three parts, such as 1.0.0, or 2.0.0-draft.1 for a draft.' });
      input.current?.focus();
      return;
    }
    if (fieldsFault.value !== '') return setRefused({ message: fieldsFault.value });
    const stop = new AbortController();
    setAsked(stop);
    setRefused(undefined);
    const sent = textToSend();
    const published = { templateId, version, isOwn: true };
    const send = () => publishText(published, sent, stop.signal);
    const outcome = await askWithAnyKey('publish', send, stop.signal);
    if (outcome.kind === 'refused') {
      const {
        code,
        message,
        faults: [first],
      } = outcome.refusal;
      await readOwnTexts();
      setAsked(undefined);
      // Another text has the number.
      const isTaken = code === 'conflict';
      setRefused({
        message: isTaken ? `${message}. The next free number is ${next()}.` : message,
        ...(first?.part === undefined && { line: first?.line, column: first?.column }),
      });
      input.current?.focus();
      return;
    }
    const { status } = (await outcome.response.json()) as Override;
    await Promise.all([openCatalogue(), readOwnTexts()]);
    // Whoever has left meanwhile is not led back.
    stop.signal.throwIfAborted();
    const isNew = outcome.response.status === CREATED;
    say(
      published,
      status === 'proposed'
        ? `Proposed ${version}. It is used when a person with another key, which may approve texts, has approved it.`
        : isNew
          ? `Published ${version}. From now on, people in the studio get this text; programs get it with custom: true.`
          : `${version} has these words already, and is in use.`,
    );
    // What was typed has its place now; what was typed since is a change of that.
    if (JSON.stringify(textToSend()) !== JSON.stringify(sent))
      keepDraft(published, { text: text.value, fields: ownFields.value, parts: parts.value });
    open.value = {
      ...{ ...opened, base: text.value, baseFields: ownFields.value },
      ...(sent.parts && { parts: sent.parts }),
    };
    keepNow();
    onClose();
    goTo(textAddressOf(published));
  };
  const changed = partsToPublish();
  return (
    <form
      class="publish question"
      aria-label="Publish"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void publish().catch(() => {});
      }}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
    >
      <label for="version-number">Version number</label>
      <div class="row">
        <input
          ref={input}
          id="version-number"
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          aria-invalid={refused !== undefined}
          aria-describedby="version-number-help version-number-refused"
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
        <button type="submit" disabled={asked !== undefined} aria-busy={asked !== undefined}>
          Publish
        </button>
        <Plain onClick={leave}>Cancel</Plain>
      </div>
      <div id="version-number-refused" role="alert">
        {refused !== undefined && <p class="fault">{refused.message}</p>}
      </div>
      {refused?.line !== undefined && (
        <Link onClick={() => actions.goTo(refused.line ?? 1, refused.column)}>Go to line {refused.line}</Link>
      )}
      {changed.length > 0 && (
        <>
          <p>Its own shared parts are changed; other texts keep theirs. They print:</p>
          <ul>
            {changed.map(({ name, clauses }) => (
              <li key={name}>
                {name}:{' '}
                {clauses.map((one) => one || 'words above the first heading').join(', ') ||
                  'nothing on the pages that are shown'}
              </li>
            ))}
          </ul>
        </>
      )}
      <p id="version-number-help" class="help">
        A published version never changes, and its number is never free again.{' '}
        {baseFields === '' &&
          `It will have the fields of the catalogue’s ${fieldsVersion(template, number.value)}. `}
        Requests that name no version get the highest one.
      </p>
    </form>
  );
}
