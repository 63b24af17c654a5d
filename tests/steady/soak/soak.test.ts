import { expect, test } from 'vitest';
import { soak } from './soak.ts';

test('a wave each of success, error, abort and crash leaves nothing behind', async () => {
  for (const { what, after, atMost } of await soak({ waves: 1, size: 40 }))
    expect(after, what).toBeLessThanOrEqual(atMost);
});
