import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // A golden text that is missing is a failure; `-u` writes it.
    update: 'none',
    globalSetup: ['tests/global-setup.ts'],
    // A real Chromium and a real database start inside the tests; the limit only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // .NET, in which the Open XML validator is written, otherwise asks for the ICU libraries, which a bare Debian lacks.
    env: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
  },
});
