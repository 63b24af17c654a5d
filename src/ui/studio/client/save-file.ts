import { nameIn } from '../../../lib/file-name.ts';
import { ask } from './service/ask.ts';
import { askPatiently, type Final, type Source } from './service/trouble.ts';

/** How long the browser may take to begin to save; the bytes are kept for so long. */
const KEEP_MS = 60_000;

/** Saves bytes as a file of the person's. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

/** A file that the service has made is saved under the name that it gives. */
interface Saved {
  readonly kind: 'done';
  readonly name: string;
  readonly headers: Headers;
}

/**
 * Asks for a file until the service answers, and saves it.
 * @param otherwise its name when the service gives none
 */
export async function saveMade(
  source: Source,
  otherwise: string,
  ...asked: Parameters<typeof ask>
): Promise<Saved | Exclude<Final, { kind: 'done' }>> {
  const outcome = await askPatiently(source, () => ask(...asked));
  if (outcome.kind !== 'done') return outcome;
  const { headers } = outcome.response;
  const name = nameIn(headers.get('content-disposition')) ?? otherwise;
  saveFile(await outcome.response.blob(), name);
  return { kind: 'done', name, headers };
}
