import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // A missing file of tests/golden fails the test; `-u` writes it.
    update: 'none',
    globalSetup: ['tests/global-setup.ts'],
    // Tests start a real Chromium and a real database. The limit only ends tests that hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Otherwise .NET, which runs the Open XML validator, requires the ICU libraries, which a bare Debian does not have.
    env: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
  },
});
