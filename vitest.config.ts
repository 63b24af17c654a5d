import { defineConfig } from 'vitest/config';
import { lightTests } from './tests/light.ts';

const light = lightTests(import.meta.dirname);

export default defineConfig({
  test: {
    // A missing file of tests/golden fails the test; `-u` writes it.
    update: 'none',
    // Otherwise .NET, which runs the Open XML validator, requires the ICU libraries, which a bare Debian does not have.
    env: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
    // The limits only end tests that hang.
    projects: [
      { extends: true, test: { name: 'light', include: light, testTimeout: 10_000 } },
      {
        extends: true,
        test: {
          name: 'heavy',
          include: ['tests/**/*.test.ts'],
          exclude: light,
          globalSetup: ['tests/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
