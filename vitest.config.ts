import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { kindsOfTests } from './tests/kinds.ts';
import { inProofs } from './tests/part.ts';
import { areNamed, isRest, leftOut } from './tests/rotating.ts';
import { Summary } from './tests/summary.ts';

const { all, light, sharing, proofs, turns } = kindsOfTests(import.meta.dirname);
/** Looks for its browsers among all processes that were started by its own. */
const ALONE = 'tests/formats/pdf/printer.test.ts';
/** Decides which part of a product runs (tests/part.ts): each day another one. */
const SEED = process.env.SEED ?? new Date().toISOString().slice(0, 10);
process.env.SEED = SEED;
const isNamed = areNamed(process.argv.slice(2), all);
/** The files of this run. */
const taken = filesOf();

const HEAVY = { globalSetup: ['tests/global-setup.ts'], testTimeout: 120_000, hookTimeout: 120_000 };
/** Those that take a part of their cases run for longer with all of them. */
const PROOFS = { ...HEAVY, testTimeout: 600_000 };

const project = (name: string, include: readonly string[], options: object) => ({
  extends: true as const,
  test: { ...options, name, include: [...include] },
});

export default defineConfig({
  test: {
    // A missing file of tests/golden fails the test; `-u` writes it.
    update: 'none',
    env: {
      SEED,
      // For tests/part.ts.
      ...(isNamed && { NAMED_FILES: '1' }),
      // Otherwise .NET, which runs the Open XML validator, requires the ICU libraries, which a bare Debian does not have.
      // It lives for half a second, in which profiling its code is lost work.
      DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
      DOTNET_TieredPGO: '0',
    },
    setupFiles: [
      'tests/compile-cache.ts',
      'tests/watchdog.ts',
      'tests/real-clock.ts',
      'tests/count-assertions.ts',
    ],
    reporters: ['default', new Summary(isRest() ? `${SEED}, what npm test leaves out` : SEED)],
    // One worker more would use the time in which tests wait, but then tests reach time limits of the service.
    maxWorkers: availableParallelism(),
    // As for the service: see src/start/main.ts.
    execArgv: ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
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
      project('light', both(taken, light), inProofs() ? PROOFS : { testTimeout: 60_000 }),
      project('heavy', without(taken, [...light, ...sharing, ALONE]), inProofs() ? PROOFS : HEAVY),
      project('alone', both(taken, [ALONE]), { ...HEAVY, isolate: true }),
      // Those of a process share one service (tests/shared-service.ts).
      project('sharing', both(taken, sharing), inProofs() ? PROOFS : HEAVY),
    ].filter(({ test }) => test.include.length > 0),
  },
});

function filesOf(): readonly string[] {
  if (inProofs()) return proofs;
  if (isRest()) return [...new Set([...leftOut(), ...turns])];
  return isNamed ? all : without(all, leftOut());
}

function both(files: readonly string[], others: readonly string[]): string[] {
  return files.filter((file) => others.includes(file));
}

function without(files: readonly string[], others: readonly string[]): string[] {
  return files.filter((file) => !others.includes(file));
}
