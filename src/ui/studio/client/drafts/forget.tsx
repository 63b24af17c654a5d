import { signal } from '@preact/signals';
import { Plain } from '../buttons.tsx';
import { forgetStates } from '../changes/states.ts';
import { drafts, forgetDrafts } from '../draft.ts';
import { forgetAllKept } from '../kept.ts';
import { forgetAnswer } from './keep-drafts.ts';
import { made } from './made.ts';
import { forgetRecords } from './records.ts';

const isForgotten = signal(false);

/** Forgets all that this browser has of the studio. The key in use stays until the page is left. */
async function forgetEverything(): Promise<void> {
  forgetAnswer();
  forgetDrafts();
  made.value = [];
  forgetStates();
  forgetAllKept();
  await forgetRecords();
  isForgotten.value = true;
}

/** The button that leaves nothing of a person's work on a computer. */
export function Forget() {
  const isEmpty = Object.keys(drafts.value).length === 0;
  return (
    <section>
      <h2>On this computer</h2>
      <p>Drafts, the data of what was made here, lists, and the key, as far as this browser has them.</p>
      <Plain onClick={() => void forgetEverything()}>Forget everything here</Plain>
      <p role="status">{isForgotten.value && isEmpty && 'Forgotten. A reload asks for a key.'}</p>
    </section>
  );
}
