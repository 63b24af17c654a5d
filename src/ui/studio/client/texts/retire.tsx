import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Override } from '../../../../../schemas/overrides.ts';
import { Plain } from '../buttons.tsx';
import { retireText, sendTextBack } from '../service/texts.ts';
import { useVersionChange } from './version-change.tsx';

interface RetireProps {
  readonly name: Pick<Override, 'templateId' | 'version'>;
  /** It is another key's proposal. */
  readonly isSentBack: boolean;
}

/** Takes a version out of use, after a question. */
export function Retire({ name, isSentBack }: RetireProps) {
  const { version } = name;
  const verb = isSentBack ? 'Send back' : 'Retire';
  const [isAsked, setAsked] = useState(false);
  const [note, setNote] = useState('');
  const { isBusy, said, change } = useVersionChange(() =>
    isSentBack ? sendTextBack(name, note) : retireText(name),
  );
  const begin = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLFieldSetElement>(null);
  const was = useRef(false);
  useLayoutEffect(() => {
    if (isAsked) question.current?.focus();
    else if (was.current) begin.current?.focus();
    was.current = isAsked;
  }, [isAsked]);
  if (!isAsked)
    return (
      <button
        ref={begin}
        type="button"
        class="plain"
        aria-label={`${verb} ${version}…`}
        onClick={() => setAsked(true)}
      >
        {verb}…
      </button>
    );
  return (
    <fieldset
      ref={question}
      class="question"
      tabIndex={-1}
      aria-label={`${verb} ${version}?`}
      onKeyDown={({ key }) => key === 'Escape' && setAsked(false)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void change(question.current);
        }}
      >
        <p>
          <strong>
            {verb} {version}?
          </strong>{' '}
          {isSentBack ? 'It is retired, and not used.' : 'No document can be made of it any more.'} Its number
          stays taken; the same text can be published under it again.
        </p>
        {isSentBack && (
          <label>
            Note for its author
            <textarea
              required
              rows={3}
              maxLength={2000}
              value={note}
              onInput={({ currentTarget: { value } }) => setNote(value)}
            />
          </label>
        )}
        {said}
        <div class="buttons">
          <button type="submit" disabled={isBusy}>
            {verb} {version}
          </button>
          <Plain onClick={() => setAsked(false)}>Keep it</Plain>
        </div>
      </form>
    </fieldset>
  );
}
