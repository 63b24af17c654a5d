import { describe, expect, test } from 'vitest';
import { Capacity, type LastStep } from '../../../src/service/use-cases/capacity.ts';

const FULL = 'The service is full; try again in a moment';

function newCapacity(places: number, workers = 1, waitTimeoutMs = 60_000): Capacity {
  return new Capacity({ places, workers: { print: workers, render: workers }, waitTimeoutMs });
}

/** A document of a company that asks for a place. `state` becomes `begun` or the message of its error. */
function ask(capacity: Capacity, company: string, lastStep: LastStep = 'print') {
  const gone = new AbortController();
  const document = { state: 'waits', gone, end: () => {} };
  capacity.enter({ company, signal: gone.signal }, lastStep).then(
    (place) => {
      document.state = 'begun';
      document.end = () => place[Symbol.dispose]();
    },
    (error) => {
      document.state = error.message;
    },
  );
  return document;
}

async function statesOf(documents: readonly { readonly state: string }[]): Promise<string[]> {
  await new Promise(setImmediate);
  return documents.map(({ state }) => state);
}

describe('the places of the service', () => {
  test('are for documents that work and documents that wait, in order of arrival', async () => {
    const capacity = newCapacity(4);
    const documents = Array.from({ length: 5 }, () => ask(capacity, 'acme'));
    expect(await statesOf(documents)).toEqual(['begun', 'begun', 'waits', 'waits', FULL]);
    expect([capacity.accepted, capacity.waiting]).toEqual([4, 2]);
    documents[1]?.end();
    expect(await statesOf(documents)).toEqual(['begun', 'begun', 'begun', 'waits', FULL]);
    expect([capacity.accepted, capacity.waiting]).toEqual([3, 1]);
  });

  test('always keep every worker busy', async () => {
    const capacity = newCapacity(3, 3);
    const documents = Array.from({ length: 3 }, () => ask(capacity, 'acme'));
    expect(await statesOf(documents)).toEqual(['begun', 'begun', 'begun']);
  });

  test('do not let documents that wait for a page hold back those that need none', async () => {
    const capacity = newCapacity(10);
    const documents = (['print', 'print', 'print', 'render'] as const).map((step) =>
      ask(capacity, 'acme', step),
    );
    expect(await statesOf(documents)).toEqual(['begun', 'begun', 'waits', 'begun']);
  });

  test('do not let the documents of one company hold back those of another', async () => {
    const capacity = newCapacity(10);
    const documents = ['acme', 'acme', 'acme', 'other'].map((company) => ask(capacity, company));
    expect(await statesOf(documents)).toEqual(['begun', 'begun', 'waits', 'begun']);
  });

  test('when all are taken, are taken from the newest waiting document of the company with the most', async () => {
    const capacity = newCapacity(6);
    const acme = Array.from({ length: 4 }, () => ask(capacity, 'acme'));
    const other = [ask(capacity, 'other')];
    const last = [ask(capacity, 'acme')];
    expect(await statesOf([...acme, ...last])).toEqual(['begun', 'begun', 'waits', 'waits', 'waits']);
    other.push(ask(capacity, 'other'));
    expect(await statesOf([...acme, ...last])).toEqual(['begun', 'begun', 'waits', 'waits', FULL]);
    other.push(ask(capacity, 'other'));
    expect(await statesOf(acme)).toEqual(['begun', 'begun', 'waits', FULL]);
    // Now each of the two has three places.
    other.push(ask(capacity, 'other'));
    expect(await statesOf(other)).toEqual(['begun', 'begun', 'waits', FULL]);
    const third = ask(capacity, 'third');
    expect(await statesOf([third, ...acme, ...other])).toEqual([
      ...['begun', 'begun', 'begun', 'waits', FULL],
      ...['begun', 'begun', FULL, FULL],
    ]);
    expect(capacity.accepted).toBe(6);
  });

  test('are not taken from a document that has begun', async () => {
    const capacity = newCapacity(2, 2);
    const acme = [ask(capacity, 'acme'), ask(capacity, 'acme')];
    const other = ask(capacity, 'other');
    expect(await statesOf([...acme, other])).toEqual(['begun', 'begun', FULL]);
  });

  test('become free when a caller hangs up or has waited too long', async () => {
    const capacity = newCapacity(3);
    const documents = Array.from({ length: 3 }, () => ask(capacity, 'acme'));
    documents[2]?.gone.abort(new Error('gone'));
    expect(await statesOf(documents)).toEqual(['begun', 'begun', 'gone']);
    expect(capacity.accepted).toBe(2);
    const impatient = newCapacity(3, 1, 1);
    const waiting = Array.from({ length: 3 }, () => ask(impatient, 'acme'))[2];
    await expect.poll(() => waiting?.state).toBe(FULL);
    expect(impatient.accepted).toBe(2);
  });

  test('are not given out any more during a shutdown, which waits for the accepted documents', async () => {
    const capacity = newCapacity(4);
    const documents = Array.from({ length: 3 }, () => ask(capacity, 'acme'));
    await statesOf(documents);
    let isClosed = false;
    const closed = capacity.close().then(() => {
      isClosed = true;
    });
    const late = ask(capacity, 'acme');
    expect(await statesOf([late])).toEqual(['The service is shutting down; try again in a moment']);
    for (const { end } of documents.slice(0, 2)) end();
    expect(await statesOf(documents)).toEqual(['begun', 'begun', 'begun']);
    expect(isClosed).toBe(false);
    documents[2]?.end();
    await closed;
  });
});
