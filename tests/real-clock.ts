/** Gives the next test file of a process the real clock, also after a test that failed with another one. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
});
