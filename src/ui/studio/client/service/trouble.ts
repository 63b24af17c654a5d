import { computed, signal } from '@preact/signals';
import { type Patience, patiently, type Setback } from '../../../../../clients/typescript/src/patience.ts';
import type { Outcome } from './ask.ts';
import { anotherKeyThan, key } from './key.ts';

export interface Trouble {
  readonly kind: 'key' | 'busy' | 'gone';
  /** In words for the person. */
  readonly text: string;
}

/** What asks the service: each has its own troubles, so that the success of one does not hide that another waits. */
export type Source =
  | 'catalogue'
  | 'document'
  | 'validate'
  | 'preview'
  | 'download'
  | 'compare'
  | 'read'
  | 'part'
  | 'list'
  | 'texts'
  | 'check'
  | 'publish';

const troubles = signal<Readonly<Partial<Record<Source, Trouble>>>>({});

/** Why a request of the page has no success; undefined when all have. A refused key comes first: the rest follows from it. */
export const trouble = computed<Trouble | undefined>(() => {
  const all = Object.values(troubles.value);
  return all.find(({ kind }) => kind === 'key') ?? all[0];
});

/** Notes what a request tells about the key and the service. */
export function note(source: Source, outcome: Outcome): void {
  const { [source]: _before, ...others } = troubles.value;
  const found = troubleOf(outcome);
  troubles.value = found === undefined ? others : { ...others, [source]: found };
}

/** Forgets the trouble of what asks no more; without a source, of all: there is another key. */
export function forget(source?: Source): void {
  const { [source ?? 'catalogue']: _before, ...others } = troubles.value;
  troubles.value = source === undefined ? {} : others;
}

function troubleOf(outcome: Outcome): Trouble | undefined {
  switch (outcome.kind) {
    case 'key':
      return {
        kind: 'key',
        text: 'The service refuses this key: it was mistyped or revoked, or has ended. Nothing that you typed is lost: paste another key.',
      };
    case 'busy':
      return {
        kind: 'busy',
        text: `The service has too much to do just now. The next try is in ${outcome.seconds} s; nothing that you typed is lost.`,
      };
    case 'gone':
      return {
        kind: 'gone',
        text: `${outcome.message} It is asked again until it does; nothing that you typed is lost.`,
      };
    default:
      return undefined;
  }
}

/** A person ends it, by what is asked next. */
const UNTIL_ANSWERED: Patience = { busyMs: Number.POSITIVE_INFINITY, lostMs: Number.POSITIVE_INFINITY };

function setbackOf(outcome: Outcome): Setback | undefined {
  if (outcome.kind === 'busy') return { kind: 'busy', retryAfter: outcome.seconds };
  return outcome.kind === 'gone' ? { kind: 'lost' } : undefined;
}

export type Final = Exclude<Outcome, { kind: 'busy' | 'gone' }>;

/** Sends a request until the service answers it. @throws the signal's reason */
export async function askPatiently(
  source: Source,
  send: () => Promise<Outcome>,
  signal?: AbortSignal,
): Promise<Final> {
  const attempt = async () => {
    const outcome = await send();
    signal?.throwIfAborted();
    note(source, outcome);
    return outcome;
  };
  return (await patiently(attempt, setbackOf, UNTIL_ANSWERED, signal)) as Final;
}

export type Answered = Exclude<Final, { kind: 'key' }>;

/** Sends a request until the service answers it, with another key when one is refused. @throws the signal's reason */
export async function askWithAnyKey(
  source: Source,
  send: () => Promise<Outcome>,
  signal?: AbortSignal,
): Promise<Answered> {
  for (;;) {
    const used = key.value;
    const outcome = await askPatiently(source, send, signal);
    if (outcome.kind !== 'key') return outcome;
    await anotherKeyThan(used, signal);
  }
}
