import { expect, test } from 'vitest';
import { soak } from './soak.ts';

test('the service holds no more resources after waves of success, error, abort and crash', async () => {
  for (const { what, after, atMost } of await soak({ waves: 1, size: 24 }))
    expect(after, what).toBeLessThanOrEqual(atMost);
});
