import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TokenBuckets } from '../../../src/service/http/api/token-buckets.ts';

const MINUTE = 60_000;

describe('a token bucket', () => {
  test('allows a burst, and then one request per refilled token', () => {
    const buckets = new TokenBuckets(6, 2);
    const take = (now: number) => buckets.take('key', now);
    expect(take(0)).toEqual({ allowed: true, remaining: 1, fullAfterSeconds: 10, nextAfterSeconds: 0 });
    expect(take(0)).toEqual({ allowed: true, remaining: 0, fullAfterSeconds: 20, nextAfterSeconds: 10 });
    expect(take(4_000)).toEqual({ allowed: false, remaining: 0, fullAfterSeconds: 16, nextAfterSeconds: 6 });
    expect(take(9_999)).toEqual({ allowed: false, remaining: 0, fullAfterSeconds: 11, nextAfterSeconds: 1 });
    expect(take(10_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect(take(10_000)).toMatchObject({ allowed: false });
  });

  test('never has more tokens than a burst', () => {
    const buckets = new TokenBuckets(6, 5);
    buckets.take('key', 0);
    const later = Array.from({ length: 6 }, () => buckets.take('key', 49_000).allowed);
    expect(later).toEqual([true, true, true, true, true, false]);
  });

  test('is separate for each key', () => {
    const buckets = new TokenBuckets(1, 1);
    expect([buckets.take('a', 0), buckets.take('a', 0), buckets.take('b', 0)]).toMatchObject([
      { allowed: true },
      { allowed: false },
      { allowed: true },
    ]);
  });

  test('is dropped once it is full again, and not before', () => {
    const buckets = new TokenBuckets(10, 5);
    for (let key = 0; key < 1_000; key++) buckets.take(`key-${key}`, key);
    expect(buckets.size).toBe(1_000);
    buckets.take('key-0', 20_000);
    expect(buckets.size).toBe(1_000);
    // Five tokens are refilled in half a minute, so of the earlier buckets only the first is not full.
    buckets.take('another', 31_000);
    expect(buckets.size).toBe(2);
  });

  test('never allows more than a burst plus the rate, and always allows a request after the named wait', () => {
    const pause = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 40_000, noNaN: true }));
    const pauses = fc.array(pause, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 4 }),
        pauses,
        (perMinute, burst, gaps) => {
          const buckets = new TokenBuckets(perMinute, burst);
          let now = 0;
          const passed: number[] = [];
          for (const gap of gaps) {
            now += gap;
            const { allowed, nextAfterSeconds } = buckets.take('key', now);
            if (!allowed) {
              now += nextAfterSeconds * 1_000;
              expect(buckets.take('key', now).allowed).toBe(true);
            }
            passed.push(now);
          }
          for (const [first, from] of passed.entries()) {
            for (const [last, to] of passed.entries()) {
              if (last < first) continue;
              const most = burst + ((to - from) * perMinute) / MINUTE;
              expect(last - first + 1).toBeLessThanOrEqual(most + 1e-6);
            }
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
