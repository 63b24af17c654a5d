import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Remembers, in node_modules/.cache, the fingerprint of the last catalogue without faults. A full check takes a third
 * of a start, and a cluster starts the same files again and again.
 */
export class KnownGood {
  readonly #file: string;
  readonly #fingerprint: string;

  /**
   * @param root the folder of node_modules/
   * @param fingerprint of the files that are checked, and of the code that checks them
   */
  constructor(root: string, fingerprint: string) {
    this.#file = path.join(root, 'node_modules', '.cache', 'catalogue');
    this.#fingerprint = fingerprint;
  }

  /** Whether these files are the ones that were without faults. */
  async has(): Promise<boolean> {
    return (await readFile(this.#file, 'utf8').catch(() => '')) === this.#fingerprint;
  }

  /** When the file cannot be written, the next start checks again. */
  async note(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true })
      .then(() => writeFile(this.#file, this.#fingerprint))
      .catch(() => {});
  }
}
