import type { Warning } from '../../../schemas/warning.ts';

/** Prints to standard error; standard output is for the result only. */
export function printWarnings(warnings: readonly Warning[]): void {
  for (const { code, field, message } of warnings)
    process.stderr.write(`Warning (${code}): ${field} ${message}\n`);
}
