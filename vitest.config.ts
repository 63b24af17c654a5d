import { defineConfig } from 'vitest/config';
import { lightTests, sharingTests } from './tests/light.ts';

const light = lightTests(import.meta.dirname);
const sharing = sharingTests(import.meta.dirname);
const HEAVY = { globalSetup: ['tests/global-setup.ts'], testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // A missing file of tests/golden fails the test; `-u` writes it.
    update: 'none',
    // Otherwise .NET, which runs the Open XML validator, requires the ICU libraries, which a bare Debian does not have.
    // It lives for half a second, in which profiling its code is lost work.
    env: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1', DOTNET_TieredPGO: '0' },
    setupFiles: ['tests/watchdog.ts'],
    // By default, one core has no worker. Most tests wait for a browser or a process, and leave time to the main process.
    maxWorkers: '100%',
    // As for the service: see src/main.ts.
    execArgv: ['--wasm-tiering-budget=1000000000'],
    // The limits only end tests that hang.
    projects: [
      // Light tests leave nothing behind, so one process runs many of them and loads the sources once.
      { extends: true, test: { name: 'light', include: light, testTimeout: 10_000, isolate: false } },
      {
        extends: true,
        test: { ...HEAVY, name: 'heavy', include: ['tests/**/*.test.ts'], exclude: [...light, ...sharing] },
      },
      // Those of a process share one service (tests/shared-service.ts).
      { extends: true, test: { ...HEAVY, name: 'sharing', include: sharing, isolate: false } },
    ],
  },
});
