import { effect, signal, untracked } from '@preact/signals';
import type { OwnKey } from '../../../../../schemas/keys.ts';
import { giveKey, key, keyFacts } from './key.ts';
import { trouble } from './trouble.ts';

/** What a tab tells the others of this browser when it has opened with a key. */
interface HandedOn {
  readonly key: string;
  readonly facts: OwnKey;
}

/** What the service said last of a key here; it outlives the key. */
const known = signal<OwnKey | undefined>(undefined);

/** Hands a new key on to open tabs, so that a link that is opened helps where a key has ended or ends sooner. */
export function handOnKeys(): void {
  const channel = new BroadcastChannel('studio key');
  effect(() => {
    const facts = keyFacts.value;
    if (facts === undefined) return;
    known.value = facts;
    channel.postMessage({ key: key.peek(), facts } satisfies HandedOn);
  });
  channel.onmessage = ({ data }: MessageEvent<HandedOn>) => {
    untracked(() => {
      if (data.key !== key.value && isBetter(data.facts)) giveKey(data.key);
    });
  };
}

/** Of the same company, with the same rights or more, where the one here was refused or ends sooner. */
function isBetter(other: OwnKey): boolean {
  const mine = known.value;
  if (mine === undefined || mine.companyId !== other.companyId) return false;
  if (mine.rights?.some((right) => other.rights?.includes(right) !== true)) return false;
  return trouble.value?.kind === 'key' || endOf(other) > endOf(mine);
}

function endOf({ expiresAt }: OwnKey): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}
