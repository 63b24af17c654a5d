import { expect, test } from 'vitest';
import { DocumentServiceError } from '../../clients/typescript/src/error.ts';
import { type Service, send } from '../../clients/typescript/src/send.ts';
import { Turns } from '../../clients/typescript/src/turns.ts';

const ERROR = { 'x-error-code': 'service_unavailable' };

/** A service that gives these answers, and the waits before each but the first. */
function answering(answers: readonly (Response | Error)[], { busyMs = 120_000, lostMs = 120_000 } = {}) {
  const waits: number[] = [];
  const left = [...answers];
  const service: Service = {
    ...{ baseUrl: 'http://service', busyMs, lostMs },
    pause: async (milliseconds) => void waits.push(milliseconds),
    fetch: async () => {
      const answer = left.shift();
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('one request too many');
    },
  };
  return { waits, service };
}

const busy = (status: number, seconds: string) =>
  new Response('{}', { status, headers: { ...ERROR, 'retry-after': seconds } });

async function errorOf(service: Service): Promise<DocumentServiceError> {
  const error = await send(service, '/', {}).catch((error: unknown) => error);
  if (error instanceof DocumentServiceError) return error;
  throw error;
}

test('a request that is one too many waits as the service says, and up to a quarter longer', async () => {
  const answers = [busy(503, '4'), busy(429, '10'), new Response('made')];
  const { waits, service } = answering(answers);
  expect(await (await send(service, '/', {})).text()).toBe('made');
  const [first = 0, second = 0] = waits;
  expect([waits.length, first >= 4_000, first <= 5_000, second >= 10_000, second <= 12_500]).toEqual([
    2,
    ...[true, true, true, true],
  ]);
});

test('waits are spread, so that those who were refused together do not come back together', async () => {
  const refusals = Array.from({ length: 50 }, () => busy(503, '8'));
  const { waits, service } = answering([...refusals, new Response('made')]);
  await send(service, '/', {});
  expect(new Set(waits).size).toBeGreaterThan(40);
});

test('a request is not sent again when its wait would exceed the patience', async () => {
  const { waits, service } = answering([busy(503, '5')], { busyMs: 4_000 });
  expect(await errorOf(service)).toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: 5 });
  expect(waits).toEqual([]);
});

test('a lost connection and the answer of a proxy are waited for, longer each time up to 4 s', async () => {
  const lost = new TypeError('fetch failed');
  const answers = [lost, new Response('<html>', { status: 502 }), lost, lost, lost, lost, lost];
  const { waits, service } = answering([...answers, new Response('made')]);
  await send(service, '/', {});
  const most = [500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000];
  expect(waits.map((wait, index) => wait <= (most[index] ?? 0) && wait >= (most[index] ?? 0) / 2)).toEqual(
    most.map(() => true),
  );
});

test.each([
  ['nothing', new TypeError('fetch failed'), 0],
  ['a proxy', new Response('<html>', { status: 504 }), 504],
  ['the sign-in of a proxy', new Response('<html>', { status: 403 }), 403],
])('an answer of %s is no answer of the service', async (_, answer, status) => {
  const { service } = answering([answer], { lostMs: 0 });
  expect(await errorOf(service)).toMatchObject({ status, code: 'no_answer', missingFields: [] });
});

test('a connection that is lost within an answer is lost, and the request is sent again', async () => {
  const half = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('ma'));
      controller.error(new Error('reset'));
    },
  });
  const { waits, service } = answering([new Response(half), new Response('made')]);
  expect(await (await send(service, '/', {})).text()).toBe('made');
  expect(waits.length).toBe(1);
});

test.each([
  [401, 'key_missing', { error: 'Unauthorized: …' }, 'Unauthorized: …'],
  [
    415,
    'unsupported_media_type',
    { error: 'unsupported_media_type', message: 'JSON, please' },
    'JSON, please',
  ],
  [500, 'generation_failed', { status: 'error', message: 'Not made' }, 'Not made'],
])('an error body of %i has one form', async (status, code, body, message) => {
  const { service } = answering([Response.json(body, { status, headers: { 'x-error-code': code } })]);
  const error = await errorOf(service);
  expect({ ...error, message: error.message }).toEqual({
    ...{ name: 'DocumentServiceError', status, code, message, body },
    ...{ missingFields: [], invalidFields: [], faults: [], retryAfter: undefined },
  });
});

test('an error has the fields that are missing and invalid', async () => {
  const details = { missing_fields: ['parties'], invalid_fields: [{ field: 'price', message: 'is wrong' }] };
  const body = { error: 'validation_error', message: 'Not valid', details };
  const headers = { 'x-error-code': 'validation_error' };
  const { service } = answering([Response.json(body, { status: 400, headers })]);
  expect(await errorOf(service)).toMatchObject({
    ...{ missingFields: ['parties'], invalidFields: [{ field: 'price', message: 'is wrong' }] },
  });
});

test('the signal ends a wait with its reason', async () => {
  const stop = new AbortController();
  const { service } = answering([busy(503, '60')]);
  const { pause: _, ...waiting } = service;
  const asked = send(waiting, '/', {}, stop.signal);
  stop.abort(new Error('changed my mind'));
  await expect(asked).rejects.toThrow('changed my mind');
});

test('turns let so many work at a time, in the order of arrival, also past one that leaves', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const stop = new AbortController();
  const works = ends.map(({ promise }, index) =>
    turns.take(
      async () => {
        begun.push(index);
        await promise;
      },
      index === 2 ? stop.signal : undefined,
    ),
  );
  stop.abort(new Error('gone'));
  await expect(works[2]).rejects.toThrow('gone');
  expect(begun).toEqual([0, 1]);
  for (const { resolve } of ends) resolve();
  await Promise.all(works.filter((_, index) => index !== 2));
  expect(begun).toEqual([0, 1, 3, 4]);
});
