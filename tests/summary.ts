import type { Reporter, TestModule } from 'vitest/node';

/** Prints at the end of a run how many tests and assertions it made, and the seed that decided the parts. */
export class Summary implements Reporter {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => Array.from(module.children.allTests()));
    const made = tests.filter((test) => test.result().state !== 'skipped');
    const assertions = made.reduce((sum, test) => sum + (test.meta().assertions ?? 0), 0);
    const line = `${made.length} tests made ${assertions} assertions (SEED=${this.#seed})`;
    // .ci/run reads it.
    console.info(`\n      ${line}\n`);
  }
}
