import { useState } from 'preact/hooks';
import { openCatalogue } from '../service/catalogue.ts';
import { keyFacts } from '../service/key.ts';
import { approveText, type OwnText, readOwnTexts } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';

/** Whether a text waits for the key that is here: one that another key published. */
export function isToApprove({ status, publishedBy }: OwnText): boolean {
  const { rights, keyId } = keyFacts.value ?? {};
  return status === 'proposed' && rights?.includes('approve') === true && publishedBy !== keyId;
}

/** Puts a proposed version into use. */
export function Approve({ templateId, version }: Pick<OwnText, 'templateId' | 'version'>) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const approve = async (row: Element | null) => {
    setBusy(true);
    setRefusal('');
    const { signal } = new AbortController();
    const outcome = await askWithAnyKey('publish', () => approveText(templateId, version, signal), signal);
    setBusy(false);
    if (outcome.kind === 'refused') return setRefusal(outcome.refusal.message);
    // The button is gone then; who uses the keyboard stays near it.
    row?.querySelector('a')?.focus();
    await openCatalogue();
    await readOwnTexts();
  };
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        aria-busy={isBusy}
        aria-label={`Approve ${version}`}
        onClick={({ currentTarget }) => void approve(currentTarget.closest('tr')).catch(() => {})}
      >
        Approve
      </button>
      {refusal !== '' && (
        <p class="fault" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}
