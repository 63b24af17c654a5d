import { text } from 'node:stream/consumers';
import { CommandFailure } from './failure.ts';
import { messageOf, readText } from './settings.ts';

/**
 * Reads what `--data` names.
 * @param file `-` for standard input
 * @throws CommandFailure when it cannot be read or is not JSON
 */
export async function readData(file: string): Promise<unknown> {
  const json = file === '-' ? await text(process.stdin) : await readText(file);
  try {
    return JSON.parse(json);
  } catch (cause) {
    const name = file === '-' ? 'Standard input' : file;
    throw new CommandFailure('wrongUsage', `${name} is not JSON: ${messageOf(cause)}`, { cause });
  }
}
