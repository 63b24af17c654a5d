import { useState } from 'preact/hooks';
import type { Outcome } from '../service/ask.ts';
import { openCatalogue } from '../service/catalogue.ts';
import { readOwnTexts } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';

/** A request that changes which versions are in use. `refusal` is what the service said against it. */
export function useVersionChange(send: () => Promise<Outcome>) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const change = async (from: Element | null) => {
    setBusy(true);
    setRefusal('');
    const outcome = await askWithAnyKey('publish', send);
    setBusy(false);
    if (outcome.kind === 'refused') return setRefusal(outcome.refusal.message);
    // What was asked from is gone then; who uses the keyboard stays near it.
    from?.closest('tr, main')?.querySelector('a')?.focus();
    await openCatalogue();
    await readOwnTexts();
  };
  const said = refusal !== '' && (
    <p class="fault" role="alert">
      {refusal}
    </p>
  );
  return { isBusy, said, change };
}
