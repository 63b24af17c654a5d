import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // A golden text that is missing is a failure; `-u` writes it.
    update: 'none',
    globalSetup: ['tests/global-setup.ts'],
    // A real Chromium and a real database start inside the tests; the limit only ends what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
