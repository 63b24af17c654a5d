import type { Warning } from '../../schemas/warning.ts';

/** Prints to standard error, so that standard output has the answer alone. */
export function printWarnings(warnings: readonly Warning[]): void {
  for (const { code, field, message } of warnings)
    process.stderr.write(`Warning (${code}): ${field} ${message}\n`);
}
