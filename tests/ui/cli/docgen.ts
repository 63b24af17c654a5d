import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export const MAIN = path.join(import.meta.dirname, '../../../src/ui/cli/docgen.ts');

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `docgen` as a process with only the given environment variables. */
export async function docgen(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
  cwd?: string,
): Promise<Outcome> {
  const command = spawn(process.execPath, [MAIN, ...args], { env: environment, cwd });
  command.stdin.end(input);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ]);
  return { exitCode, stdout, stderr };
}
