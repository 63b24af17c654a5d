import { readFile } from 'node:fs/promises';
import { CommandFailure } from './failure.ts';

/**
 * Settings of the commands. Secrets come from the environment or a file, never from an argument: every user of the
 * machine can read the arguments of a process, and shells store them.
 */

export function serverUrl(): string {
  const url = process.env.DOCGEN_URL || 'http://127.0.0.1:3000';
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandFailure(
      'wrongUsage',
      `DOCGEN_URL is ${url}; set it to an address such as https://docgen.example`,
    );
  }
  return url.replace(/\/+$/, '');
}

export function adminToken(): string {
  return headerValue(
    process.env.ADMIN_TOKEN,
    'ADMIN_TOKEN',
    'set it to the one that the server was started with',
  );
}

/** @param keyFile takes precedence over DOCGEN_KEY */
export async function companyKey(keyFile: string | undefined): Promise<string> {
  const cure = 'set it to the company API key that "docgen keys issue" printed, or use --key-file';
  if (keyFile === undefined) return headerValue(process.env.DOCGEN_KEY, 'DOCGEN_KEY', cure);
  return headerValue(await readText(keyFile), keyFile, 'write the company API key into it, and nothing else');
}

/** @throws CommandFailure when the file cannot be read */
export async function readText(file: string): Promise<string> {
  return (await readBytes(file)).toString();
}

/** The failure of what needs a file. */
export function fileFailure(file: string, what: 'read' | 'written', cause: unknown): CommandFailure {
  return new CommandFailure('wrongUsage', `${file} cannot be ${what}: ${messageOf(cause)}`, { cause });
}

/** @throws CommandFailure when the file cannot be read */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw fileFailure(file, 'read', cause);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A secret that can be sent in a header: visible ASCII without blanks. Messages never contain it. */
function headerValue(value: string | undefined, name: string, cure: string): string {
  const secret = value?.trim() ?? '';
  if (secret === '') throw new CommandFailure('wrongUsage', `${name} is not set or empty: ${cure}`);
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new CommandFailure('wrongUsage', `${name} holds characters that it cannot have: ${cure}`);
  }
  return secret;
}
