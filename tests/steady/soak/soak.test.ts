import { expect, test } from 'vitest';
import { soak } from './soak.ts';

test('a wave each of success, error, abort and crash leaves nothing behind', async () => {
  for (const { what, after, atMost } of await soak({ waves: 1, size: 24 }))
    expect(after, what).toBeLessThanOrEqual(atMost);
  // What is not given back is waited for.
}, 120_000);
