import { Button, Plain } from '../buttons.tsx';
import { hasBegun } from '../draft.ts';
import { opened } from '../opened.ts';
import { answerKeeping, keepsDrafts } from './keep-drafts.ts';

/** Asks once, as soon as there is something to keep. */
export function AskToKeep() {
  if (keepsDrafts.value !== undefined || (opened.value === undefined && !hasBegun.value)) return null;
  return (
    <section class="ask-to-keep" aria-labelledby="ask-to-keep">
      <p>
        <strong id="ask-to-keep">Keep drafts on this computer?</strong> Then a tab that is closed loses
        nothing, for 30 days. Say no on a computer that others use: drafts end with the tab.
      </p>
      <Button onClick={() => answerKeeping(true)}>Yes</Button>
      <Plain onClick={() => answerKeeping(false)}>No</Plain>
    </section>
  );
}
