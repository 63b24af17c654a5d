import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { takeJson } from '../../../src/service/http/json-body.ts';

const AT_ONCE = 8;

/** @returns how many turns of the event loop had a body of this size, of those that arrive at once */
async function turnsOf(kilobytes: number): Promise<number> {
  let turn = 0;
  let next = setImmediate(count);
  function count(): void {
    turn += 1;
    next = setImmediate(count);
  }
  const turns = new Set<number>();
  await using app = Fastify();
  takeJson(app, 'validation_error');
  app.post('/', async () => turns.add(turn).size);
  const headers = { 'content-type': 'application/json' };
  const payload = JSON.stringify(Array(kilobytes).fill('x'.repeat(1_000)));
  const post = () => app.inject({ method: 'POST', url: '/', headers, payload });
  await app.ready();
  await Promise.all(Array.from({ length: AT_ONCE }, post));
  clearImmediate(next);
  return turns.size;
}

test('large bodies that arrive at once are parsed in turns of the event loop of their own', async () => {
  expect(await turnsOf(100)).toBe(AT_ONCE);
});

test('small bodies do not wait for one another', async () => {
  expect(await turnsOf(1)).toBeLessThan(AT_ONCE);
});
