import type { Override } from '../../../../../schemas/overrides.ts';
import { Button } from '../buttons.tsx';
import { keyFacts } from '../service/key.ts';
import { approveText } from '../service/texts.ts';
import { useVersionChange } from './version-change.tsx';

/** Whether a text waits for the key that is here: one that another key published. */
export function isToApprove({ status, publishedBy }: Override): boolean {
  const { rights, keyId } = keyFacts.value ?? {};
  return status === 'proposed' && rights?.includes('approve') === true && publishedBy !== keyId;
}

export function Approve({ name }: { readonly name: Pick<Override, 'templateId' | 'version'> }) {
  const { isBusy, said, change } = useVersionChange(() => approveText(name));
  return (
    <>
      <Button
        disabled={isBusy}
        aria-busy={isBusy}
        aria-label={`Approve ${name.version}`}
        onClick={({ currentTarget }) => void change(currentTarget)}
      >
        Approve
      </Button>
      {said}
    </>
  );
}
