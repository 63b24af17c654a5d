import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { lightTests, sharingTests } from './tests/light.ts';

const light = lightTests(import.meta.dirname);
const sharing = sharingTests(import.meta.dirname);
/** Looks for its browsers among all processes that were started by its own. */
const ALONE = 'tests/pdf/printer.test.ts';
const HEAVY = { globalSetup: ['tests/global-setup.ts'], testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // A missing file of tests/golden fails the test; `-u` writes it.
    update: 'none',
    // Otherwise .NET, which runs the Open XML validator, requires the ICU libraries, which a bare Debian does not have.
    // It lives for half a second, in which profiling its code is lost work.
    env: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1', DOTNET_TieredPGO: '0' },
    setupFiles: ['tests/compile-cache.ts', 'tests/watchdog.ts', 'tests/real-clock.ts'],
    // Tests wait: for a process to start or to end, for a time limit. Of two cores, two workers leave a fifth unused.
    maxWorkers: availableParallelism() + 1,
    // As for the service: see src/main.ts.
    execArgv: ['--wasm-tiering-budget=1000000000'],
    // Node loads the sources, as for the service. Vite's loader turns every use of an import into a function call, which
    // takes a fifth of the time of tests that compute. No test mocks a module, so Node needs no hooks either.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Test files share a process, which loads the sources once. These leave nothing of a failed test to the next.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // The limits only end tests that hang.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'light', include: light, testTimeout: 10_000 } },
      {
        extends: true,
        test: {
          ...HEAVY,
          name: 'heavy',
          include: ['tests/**/*.test.ts'],
          exclude: [...light, ...sharing, ALONE],
        },
      },
      { extends: true, test: { ...HEAVY, name: 'alone', include: [ALONE], isolate: true } },
      // Those of a process share one service (tests/shared-service.ts).
      { extends: true, test: { ...HEAVY, name: 'sharing', include: sharing } },
    ],
  },
});
