import { useEffect, useRef, useState } from 'preact/hooks';
import { openCatalogue } from '../service/catalogue.ts';
import { readOwnTexts, retireText } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';

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
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const begin = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLFieldSetElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (isAsked) question.current?.focus();
    else if (was.current) begin.current?.focus();
    was.current = isAsked;
  }, [isAsked]);
  const retire = async () => {
    setBusy(true);
    setRefusal('');
    const { signal } = new AbortController();
    const outcome = await askWithAnyKey('publish', () => retireText(templateId, version, signal), signal);
    setBusy(false);
    if (outcome.kind === 'refused') return setRefusal(outcome.refusal.message);
    // This question is gone then; who uses the keyboard stays near it.
    question.current?.closest('tr, main')?.querySelector('a')?.focus();
    await openCatalogue();
    await readOwnTexts();
  };
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
      {refusal !== '' && (
        <p class="fault" role="alert">
          {refusal}
        </p>
      )}
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void retire()}>
          {verb} {version}
        </button>
        <button type="button" class="plain" onClick={() => setAsked(false)}>
          Keep it
        </button>
      </div>
    </fieldset>
  );
}
