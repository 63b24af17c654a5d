import type { Queries } from '../database/database.ts';

/** Between two reads: so long may a key wait that another instance has issued, while there is a flood. */
const PAUSE_MS = { shortest: 100, longest: 1_000 };

/** Share of the time that reads take at most, unless the longest pause is too short for it. */
const SHARE = 1 / 20;

/** Characters of 32 bytes in base64. */
const LENGTH = 44;

/**
 * The digests of all keys that were issued. A key that is not among them costs no query of its own: it waits until all are
 * read again, at most once per pause, so a flood of wrong keys costs a few reads a second, however many there are. A
 * wrong secret for an issued id is the same work as an unknown id.
 */
export class IssuedDigests {
  readonly #database: Queries;
  readonly #digests = new Set<string>();
  #nextReadAt = Number.NEGATIVE_INFINITY;
  /** The latest read, also while it lasts. */
  #latest: Promise<void> = Promise.resolve();
  /** The read that has not begun: whoever joins it learns of every key that was issued before. */
  #planned: Promise<void> | undefined;

  constructor(database: Queries) {
    this.#database = database;
  }

  /**
   * @param digest SHA-256 of a key
   * @throws DatabaseUnavailableError when the digest is not known and the database cannot be reached
   */
  async has(digest: Buffer): Promise<boolean> {
    const name = digest.toString('base64');
    if (this.#digests.has(name)) return true;
    this.#planned ??= this.#readAfterPause();
    await this.#planned;
    return this.#digests.has(name);
  }

  /** Adds a key that this instance has issued. */
  add(digest: Buffer): void {
    this.#digests.add(digest.toString('base64'));
  }

  /** Removes a key that the database no longer has, since its company was deleted. */
  delete(digest: Buffer): void {
    this.#digests.delete(digest.toString('base64'));
  }

  async #readAfterPause(): Promise<void> {
    await this.#latest.catch(() => {});
    const pause = this.#nextReadAt - performance.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    this.#planned = undefined;
    this.#latest = this.#read();
    await this.#latest;
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    // As one string, because the embedded database takes several times as long for as many rows.
    const [row] = await this.#database.query<{ all: string | null }>(
      `SELECT string_agg(encode(digest, 'base64'), '') AS "all" FROM api_keys`,
    );
    const all = row?.all ?? '';
    for (let start = 0; start < all.length; start += LENGTH)
      this.#digests.add(all.slice(start, start + LENGTH));
    const now = performance.now();
    const pause = (now - startedAt) / SHARE;
    this.#nextReadAt = now + Math.min(Math.max(pause, PAUSE_MS.shortest), PAUSE_MS.longest);
  }
}
