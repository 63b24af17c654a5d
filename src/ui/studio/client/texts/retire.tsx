import { useEffect, useRef, useState } from 'preact/hooks';
import { retireText } from '../service/texts.ts';
import { useVersionChange } from './version-change.tsx';

interface RetireProps {
  readonly templateId: string;
  readonly version: string;
  /** It is another key's proposal. */
  readonly isSentBack?: boolean;
}

/** Takes a version out of use, after a question. */
export function Retire({ templateId, version, isSentBack = false }: RetireProps) {
  const verb = isSentBack ? 'Send back' : 'Retire';
  const [isAsked, setAsked] = useState(false);
  const { isBusy, said, change } = useVersionChange((signal) => retireText(templateId, version, signal));
  const begin = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLFieldSetElement>(null);
  const was = useRef(false);
  useEffect(() => {
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
      <p>
        <strong>
          {verb} {version}?
        </strong>{' '}
        {isSentBack
          ? 'It is retired and not used. Tell its author why: no note is kept here.'
          : 'No document can be made of it any more.'}{' '}
        Its number stays taken; the same text can be published under it again.
      </p>
      {said}
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void change(question.current)}>
          {verb} {version}
        </button>
        <button type="button" class="plain" onClick={() => setAsked(false)}>
          Keep it
        </button>
      </div>
    </fieldset>
  );
}
