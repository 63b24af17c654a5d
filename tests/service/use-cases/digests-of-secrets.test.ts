import { expect, test } from 'vitest';
import { ValueDigester } from '../../../src/service/use-cases/value-digests.ts';

test('digests of another secret, of another document, or erased ones are not compared', () => {
  const digester = new ValueDigester(Buffer.alloc(32, 1));
  const other = new ValueDigester(Buffer.alloc(32, 2));
  const digests = digester.of('a', { data: { grossSalary: 1_850_000 }, letterhead: undefined });
  expect(digester.comparable('a', digests)).toEqual(digests);
  expect(other.comparable('a', digests)).toBeUndefined();
  expect(digester.comparable('b', digests)).toBeUndefined();
  expect(digester.comparable('a', null)).toBeUndefined();
});
