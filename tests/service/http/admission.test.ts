import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Admission } from '../../../src/service/http/admission/admission.ts';
import { KeyTurns } from '../../../src/service/http/admission/key-turns.ts';
import type { PlaceKind } from '../../../src/service/http/admission/places.ts';

const FULL = 'The service is full; try again in a moment';

/** With one worker of each kind, a company has four places for documents, and two of each other kind. */
function newAdmission({ maxWaiting = 100, workers = 1, waitTimeoutMs = 60_000 } = {}): Admission {
  return new Admission({ maxWaiting, workers: { print: workers, render: workers }, waitTimeoutMs });
}

/** A request of a company that asks for a place. `state` becomes `begun` or the message of its error. */
function ask(admission: Admission, company: string, kind: PlaceKind = 'rendering', bytes = 0) {
  const gone = new AbortController();
  const request = { state: 'waits', isDropped: false, gone, end: () => {} };
  const dropBody = () => {
    request.isDropped = true;
  };
  admission.enter({ company, signal: gone.signal, bytes, dropBody }, kind).then(
    (place) => {
      request.state = 'begun';
      request.end = () => place[Symbol.dispose]();
    },
    (error) => {
      request.state = error.message;
    },
  );
  return request;
}

function askTimes(amount: number, ...asked: Parameters<typeof ask>) {
  return Array.from({ length: amount }, () => ask(...asked));
}

async function statesOf(requests: readonly { readonly state: string }[]): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(0);
  return requests.map(({ state }) => state);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the places of the service', () => {
  test('are given to the requests of a company in the order of arrival', async () => {
    const admission = newAdmission();
    const requests = askTimes(5, admission, 'acme');
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'waits', 'waits', 'waits']);
    expect([admission.taken, admission.waiting]).toEqual([2, 3]);
    requests[1]?.end();
    requests[1]?.end();
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'begun', 'waits', 'waits']);
    expect([admission.taken, admission.waiting]).toEqual([2, 2]);
  });

  test.each([
    ['document', 4],
    ['rendering', 2],
    ['preview', 2],
    ['file', 2],
    ['text', 2],
  ] as const)(
    'of the kind %s are %i for a company, and full ones hold back no other kind',
    async (kind, most) => {
      const admission = newAdmission();
      const kinds = ['document', 'rendering', 'preview', 'file', 'text'] as const;
      const others = kinds.filter((one) => one !== kind);
      const states = await statesOf(askTimes(most + 1, admission, 'acme', kind));
      expect(states).toEqual([...Array(most).fill('begun'), 'waits']);
      const beside = others.map((other) => ask(admission, 'acme', other));
      expect(await statesOf(beside)).toEqual(Array(4).fill('begun'));
    },
  );

  test('do not let the requests of one company hold back those of another', async () => {
    const admission = newAdmission();
    const requests = ['acme', 'acme', 'acme', 'other'].map((company) => ask(admission, company));
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'waits', 'begun']);
  });

  test('go to the company with the fewest, then to the one that was served longest ago', async () => {
    const admission = newAdmission();
    // Four companies take all eight places of the kind.
    const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((company) =>
      askTimes(2, admission, company),
    );
    const late = ['a', 'e', 'f', 'e'].map((company) => ask(admission, company));
    expect(await statesOf(late)).toEqual(Array(4).fill('waits'));
    fourth?.[0]?.end();
    expect(await statesOf(late)).toEqual(['waits', 'begun', 'waits', 'waits']);
    third?.[0]?.end();
    expect(await statesOf(late)).toEqual(['waits', 'begun', 'begun', 'waits']);
    second?.[0]?.end();
    expect(await statesOf(late)).toEqual(['waits', 'begun', 'begun', 'begun']);
    // `a` holds two, `b` one, and `g` none; of `b` and `h`, with one each, `h` was served longer ago.
    const last = ['b', 'g'].map((company) => ask(admission, company));
    second?.[1]?.end();
    expect(await statesOf(last)).toEqual(['waits', 'begun']);
    first?.[0]?.end();
    expect(await statesOf([...late, ...last])).toEqual([
      'waits',
      ...Array(3).fill('begun'),
      'begun',
      'begun',
    ]);
  });

  test('become free when a caller hangs up', async () => {
    const admission = newAdmission();
    const requests = askTimes(4, admission, 'acme');
    requests[2]?.gone.abort(new Error('gone'));
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'gone', 'waits']);
    requests[0]?.end();
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'gone', 'begun']);
    expect([admission.taken, admission.waiting]).toEqual([2, 0]);
    const late = ask(admission, 'acme');
    late.gone.abort(new Error('gone too'));
    expect(await statesOf([late])).toEqual(['gone too']);
  });

  test('are refused to those who have waited too long, a few at a time', async () => {
    const admission = newAdmission({ waitTimeoutMs: 8_000 });
    const requests = askTimes(52, admission, 'acme');
    await vi.advanceTimersByTimeAsync(7_999);
    expect(admission.waiting).toBe(50);
    const left: number[] = [];
    for (let step = 0; step < 4; step += 1) {
      await vi.advanceTimersByTimeAsync(step === 0 ? 1 : 10);
      left.push(admission.waiting);
    }
    expect(left).toEqual([34, 18, 2, 0]);
    expect(await statesOf(requests)).toEqual(['begun', 'begun', ...Array(50).fill(FULL)]);
  });

  test('are not given out any more during a shutdown, which waits for the accepted requests', async () => {
    const admission = newAdmission();
    const requests = askTimes(3, admission, 'acme');
    await statesOf(requests);
    let isClosed = false;
    const closed = admission.close().then(() => {
      isClosed = true;
    });
    const late = ask(admission, 'acme');
    expect(await statesOf([late])).toEqual(['The service is shutting down; try again in a moment']);
    for (const { end } of requests.slice(0, 2)) end();
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'begun']);
    expect(isClosed).toBe(false);
    requests[2]?.end();
    await closed;
  });
});

describe('a waiting room that is full', () => {
  test('refuses a request after a second, and lets none wait that comes meanwhile', async () => {
    const admission = newAdmission({ maxWaiting: 1 });
    const requests = askTimes(4, admission, 'acme');
    await vi.advanceTimersByTimeAsync(999);
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'waits', 'waits']);
    expect(admission.waiting).toBe(1);
    requests[0]?.end();
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'begun', 'waits']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'begun', FULL]);
  });

  test('forgets a caller who hangs up before the answer', async () => {
    const admission = newAdmission({ maxWaiting: 0 });
    const requests = askTimes(3, admission, 'acme');
    await statesOf(requests);
    requests[2]?.gone.abort(new Error('gone'));
    expect(await statesOf(requests)).toEqual(['begun', 'begun', 'gone']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('takes the newest waiting request of the company that has the most for that of one that has fewer', async () => {
    const admission = newAdmission({ maxWaiting: 4 });
    const acme = askTimes(6, admission, 'acme');
    const other = askTimes(3, admission, 'other');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await statesOf([...acme, ...other])).toEqual([
      ...['begun', 'begun', 'waits', 'waits', 'waits', FULL],
      ...['begun', 'begun', 'waits'],
    ]);
    other.push(ask(admission, 'other'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await statesOf([...acme, ...other])).toEqual([
      ...['begun', 'begun', 'waits', 'waits', FULL, FULL],
      ...['begun', 'begun', 'waits', 'waits'],
    ]);
    // Now each of the two has four: among equals the arriving one is refused.
    const last = [ask(admission, 'acme'), ask(admission, 'other')];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await statesOf([...last, ...acme])).toEqual([
      ...[FULL, FULL],
      ...['begun', 'begun', 'waits', 'waits', FULL, FULL],
    ]);
  });

  test('keeps a tenth of itself for others', async () => {
    const admission = newAdmission({ maxWaiting: 20 });
    askTimes(30, admission, 'acme');
    expect(admission.waiting).toBe(18);
    askTimes(4, admission, 'other');
    expect(admission.waiting).toBe(20);
  });

  test('is one of 64 MiB of unread bodies too, of which a company fills nine tenths', async () => {
    const admission = newAdmission({ maxWaiting: 10_000 });
    askTimes(2, admission, 'acme');
    const acme = askTimes(60, admission, 'acme', 'rendering', 1_048_576);
    expect(admission.waiting).toBe(57);
    expect(acme.map(({ isDropped }) => isDropped)).toEqual([...Array(57).fill(false), true, true, true]);
    askTimes(2, admission, 'other');
    const other = askTimes(7, admission, 'other', 'rendering', 1_048_576);
    expect(other.some(({ isDropped }) => isDropped)).toBe(false);
    ask(admission, 'other', 'rendering', 1_572_864);
    await statesOf(acme);
    // Two of the other's gave way for one.
    expect(acme.slice(53, 57).map(({ isDropped }) => isDropped)).toEqual([false, false, true, true]);
    expect(admission.waiting).toBe(63);
  });

  test('holds back 5,000 answers, and refuses at once beyond them', async () => {
    const admission = newAdmission({ maxWaiting: 0 });
    askTimes(2, admission, 'acme');
    const held = askTimes(5_000, admission, 'acme');
    const beyond = ask(admission, 'acme');
    expect(await statesOf([...held, beyond])).toEqual([...Array(5_000).fill('waits'), FULL]);
  });
});

describe('Retry-After', () => {
  /** With the least, the middle and the greatest random number. */
  function answersOf(admission: Admission): number[] {
    return [0, 0.5, 0.999_999].map((random) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      return admission.retryAfterSeconds;
    });
  }

  test('is a second when nothing waits', () => {
    expect(answersOf(newAdmission())).toEqual([1, 1, 1]);
  });

  test('is the time in which what waits is made at the recent speed, and up to a quarter more', async () => {
    const admission = newAdmission({ maxWaiting: 1_000, waitTimeoutMs: 600_000 });
    const requests = askTimes(402, admission, 'acme');
    for (const request of requests.slice(0, 300)) {
      await vi.advanceTimersByTimeAsync(200);
      request.end();
    }
    expect(admission.waiting).toBe(100);
    expect(answersOf(admission)).toEqual([20, 23, 25]);
  });

  test('is a minute at the most, with its spread', async () => {
    const admission = newAdmission({ maxWaiting: 1_000_000 });
    askTimes(2_002, admission, 'acme');
    expect(admission.waiting).toBe(2_000);
    expect(answersOf(admission)).toEqual([48, 54, 60]);
  });
});

describe('the turns of a key', () => {
  const signal = new AbortController().signal;
  const stateOf = async (entered: Promise<Disposable | undefined>) => {
    const none = {};
    const now = await Promise.race([entered, vi.advanceTimersByTimeAsync(0).then(() => none)]);
    if (now === none) return 'waits';
    return now === undefined ? 'gives way' : 'begun';
  };

  test('let one in; of those that wait, the newest', async () => {
    const turns = new KeyTurns();
    const asked = [1, 2, 3].map(() => turns.enter('key', signal));
    const other = turns.enter('other', signal);
    expect(await Promise.all([...asked, other].map(stateOf))).toEqual([
      'begun',
      'gives way',
      'waits',
      'begun',
    ]);
    const first = await asked[0];
    first?.[Symbol.dispose]();
    expect(await stateOf(asked[2] as never)).toBe('begun');
    // A turn ends once.
    first?.[Symbol.dispose]();
    const next = turns.enter('key', signal);
    expect(await stateOf(next)).toBe('waits');
    (await asked[2])?.[Symbol.dispose]();
    expect(await stateOf(next)).toBe('begun');
  });

  test('go past a caller who has hung up', async () => {
    const turns = new KeyTurns();
    const first = await turns.enter('key', signal);
    const gone = new AbortController();
    const left = turns.enter('key', gone.signal);
    gone.abort();
    expect(await stateOf(left)).toBe('gives way');
    first?.[Symbol.dispose]();
    expect(await stateOf(turns.enter('key', signal))).toBe('begun');
  });
});
