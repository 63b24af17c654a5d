import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What makes a catalogue good or not: its files, and the code that judges them. */
const JUDGED = [
  'templates-html/**/*.{njk,css}',
  'schemas/**/*.{ts,json}',
  'src/**/*.ts',

  'package-lock.json',
];

/**
 * Remembers, beside what npm installed, the catalogue in which the last look found no fault. To look through all texts
 * takes a third of a start, and a cluster starts the same files again and again.
 */
export class KnownGood {
  readonly #file: string;
  readonly #fingerprint: string;

  private constructor(file: string, fingerprint: string) {
    this.#file = file;
    this.#fingerprint = fingerprint;
  }

  /** @param root the folder of templates-html/, schemas/ and src/ */
  static async of(root: string): Promise<KnownGood> {
    const file = path.join(root, 'node_modules', '.cache', 'catalogue');
    return new KnownGood(file, await fingerprintOf(root));
  }

  /** Whether these very files were found to be without a fault. */
  async has(): Promise<boolean> {
    return (await readFile(this.#file, 'utf8').catch(() => '')) === this.#fingerprint;
  }

  /** Where the file cannot be written, the next start looks again. */
  async note(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true })
      .then(() => writeFile(this.#file, this.#fingerprint))
      .catch(() => {});
  }
}

async function fingerprintOf(root: string): Promise<string> {
  const files = (await Array.fromAsync(glob(JUDGED, { cwd: root }))).sort();
  // What cannot be read is not known to be good; what reads it says so.
  const contents = files.map((file) => readFile(path.join(root, file)).catch(() => 'unreadable'));
  const hash = createHash('sha256').update(process.version);
  for (const [index, content] of (await Promise.all(contents)).entries())
    hash.update(`\0${files[index]}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}
