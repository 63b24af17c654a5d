import type { Override } from '../../../../../schemas/overrides.ts';
import { Button } from '../buttons.tsx';
import type { VersionName } from '../route.ts';
import { keyFacts } from '../service/key.ts';
import { approveText, ownTexts } from '../service/texts.ts';
import { momentOf } from '../words.ts';
import { Retire } from './retire.tsx';
import { useVersionChange } from './version-change.tsx';

/** A version of the company's own as the list has it, also one that is retired. */
export function ownTextOf({ templateId, version, isOwn }: VersionName): Override | undefined {
  if (!isOwn) return undefined;
  return ownTexts.value?.find((one) => one.templateId === templateId && one.version === version);
}

/** "by key k1 on 4 January 2027 at 09:30" */
export function byWhom(who: string, iso: string): string {
  return `by ${who === 'administration' ? who : `key ${who}`} on ${momentOf(iso)}`;
}

/** What who sent a proposal back says to its author; nothing of other versions. */
export function SentBack({ one }: { readonly one: Override | undefined }) {
  if (one?.sentBackBy == null || one.retiredAt === null) return null;
  return (
    <div class="sent-back">
      <p>Sent back {byWhom(one.sentBackBy, one.retiredAt)}:</p>
      <blockquote>{one.sentBackNote}</blockquote>
    </div>
  );
}

/** What can be done with a version of the company's own that is in use or proposed. */
export function VersionButtons({ one }: { readonly one: Override | undefined }) {
  if (one === undefined || one.retiredAt !== null) return null;
  return (
    <>
      {isToApprove(one) && <Approve name={one} />}
      <Retire name={one} isSentBack={isToApprove(one)} />
    </>
  );
}

/** Whether a text waits for the key that is here: one that another key published. */
function isToApprove({ status, publishedBy }: Override): boolean {
  const { rights, keyId } = keyFacts.value ?? {};
  return status === 'proposed' && rights?.includes('approve') === true && publishedBy !== keyId;
}

function Approve({ name }: { readonly name: Pick<Override, 'templateId' | 'version'> }) {
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
