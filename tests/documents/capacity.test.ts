import { expect, test } from 'vitest';
import { Capacity } from '../../src/documents/capacity.ts';
import { RestrictedOwners } from '../../src/pool/restricted-owners.ts';

const FULL = 'The service is full; try again in a moment';

test("documents of one company's own texts leave a quarter of the places to others", () => {
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

test('those of restricted companies leave half of them together', () => {
  const restricted = new RestrictedOwners();
  const capacity = new Capacity(8, restricted);
  for (const owner of ['acme', 'acme', 'acme', 'other']) capacity.enter(owner);
  restricted.add('acme');
  capacity.enter('acme');
  restricted.add('other');
  for (const owner of ['acme', 'other']) expect(() => capacity.enter(owner)).toThrow(FULL);
  for (const owner of ['third', undefined, undefined]) capacity.enter(owner);
  expect(capacity.accepted).toBe(8);
});

test('the only place is for everybody', () => {
  const restricted = new RestrictedOwners();
  restricted.add('acme');
  using _place = new Capacity(1, restricted).enter('acme');
});
