import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded, type TestService } from '../../service.ts';
import type { Hostile } from './hostile/define.ts';
import { HOSTILE_DEFINITIONS } from './hostile/definitions.ts';
import { createPublisher, ndaRequest, ndaText, type Publisher } from './publishing.ts';

let service: TestService;
let key: string;
let other: Publisher;
beforeAll(async () => {
  service = await startEmbedded();
  const { json } = await service.admin('POST', '/companies/acme/keys', { rights: ['texts'] });
  ({ key } = json as { key: string });
  other = await createPublisher(service, 'other');
  await other.publish('non-disclosure-agreement', '1.0.0', ndaText('Words.'));
});
afterAll(() => service[Symbol.asyncDispose]());

/** As an answer shows a place that is long. */
const shortened = (place: string) => (place.length > 200 ? `${place.slice(0, 200)}…` : place);

/** What an answer says, if it refuses and the place is where a fault is. */
async function judge([what, json, place]: Hostile, index: number) {
  const path = `/api/v1/texts/hostile-${index}/versions/1.0.0`;
  const answer = await service.send('PUT', path, { 'x-key': key, 'content-type': 'application/json' }, json);
  const { message, faults = [] } = answer.json as { message: string; faults?: { message: string }[] };
  const said = [message, ...faults.map((fault) => fault.message)];
  const isNamed = said.some((one) => {
    const reason = one.replace('The template cannot be published: ', '');
    return reason.startsWith(shortened(place)) && /^[: ]/.test(reason.slice(shortened(place).length));
  });
  return { what, status: answer.status, named: isNamed ? place : said };
}

test('a hostile definition is refused with its place, while the service and another company go on', async () => {
  expect(HOSTILE_DEFINITIONS.length).toBeGreaterThan(400);
  const queue = [...HOSTILE_DEFINITIONS.entries()];
  const verdicts: Awaited<ReturnType<typeof judge>>[] = [];
  const send = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      verdicts[next[0]] = await judge(next[1], next[0]);
  };
  const around: unknown[] = [];
  const watch = async (): Promise<void> => {
    while (queue.length > 0) {
      const alive = await service.send('GET', '/livez');
      const made = await other.generate(ndaRequest());
      around.push([alive.status, alive.json, made.status, made.headers['x-template-source']]);
    }
  };
  await Promise.all([send(), send(), send(), watch()]);
  expect(verdicts).toEqual(
    HOSTILE_DEFINITIONS.map(([what, , place]) => ({ what, status: 422, named: place })),
  );
  expect(new Set(around.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify([200, { status: 'alive' }, 200, 'custom'])]),
  );
  const left = await service.send('GET', '/api/v1/templates?custom=true', { 'x-key': key });
  expect(left.json).toEqual({ templates: [] });
}, 120_000);
