import { expect, test } from 'vitest';
import { Capacity } from '../../src/documents/capacity.ts';

const FULL = 'The service is full; try again in a moment';

test("documents of one company's own texts take at most three quarters of the places", () => {
  const capacity = new Capacity(8);
  const own = Array.from({ length: 6 }, () => capacity.enter('acme'));
  expect(() => capacity.enter('acme')).toThrow(FULL);
  using _other = capacity.enter('other');
  using _ofTheCatalogue = capacity.enter();
  expect(capacity.accepted).toBe(8);
  expect(() => capacity.enter()).toThrow(FULL);
  own[0]?.[Symbol.dispose]();
  expect(capacity.accepted).toBe(7);
  capacity.enter('acme');
  expect(() => capacity.enter('acme')).toThrow(FULL);
});

test("a single place may be taken by a company's own text", () => {
  using _place = new Capacity(1).enter('acme');
});
