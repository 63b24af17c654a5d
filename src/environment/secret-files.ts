import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads secrets from files, as container platforms mount them: NAME_FILE in place of NAME.
 * @param names of the secrets
 * @returns the variables with the trimmed secrets filled in, and the faults
 */
export function readSecretFiles(
  environment: Variables,
  names: readonly string[],
): { variables: Variables; faults: string[] } {
  const variables = { ...environment };
  const faults: string[] = [];
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (file === undefined) continue;
    if (environment[name] !== undefined) {
      faults.push(`${name} and ${name}_FILE are both set; unset one of them`);
      continue;
    }
    try {
      const bytes = readFileSync(file);
      // Random bytes are a secret too, each of which counts.
      const secret = isUtf8(bytes) ? bytes.toString().trim() : bytes.toString('latin1');
      if (secret === '') faults.push(`${name}_FILE: ${file} is empty; write the secret into it`);
      else variables[name] = secret;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      faults.push(
        `${name}_FILE: ${file} cannot be read (${code}); correct the path, or let the service’s user read it`,
      );
    }
  }
  return { variables, faults };
}
