import type { Queries } from '../database/database.ts';

/** Between two reads: so long may a key that another instance has issued be refused, while there is a flood. */
const PAUSE_MS = { shortest: 100, longest: 1_000 };

/** Share of the time that reads take at most, unless the longest pause is too short for it. */
const SHARE = 1 / 20;

/** Characters of 32 bytes in base64. */
const LENGTH = 44;

/**
 * The digests of all keys that were issued. A key that is not among them is refused without a query of its own: all are
 * read again, at most once per pause, so a flood of wrong keys costs a few reads a second, however many there are. A
 * wrong secret for an issued id is the same work as an unknown id.
 */
export class IssuedDigests {
  readonly #database: Queries;
  readonly #digests = new Set<string>();
  #nextReadAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

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
    if (performance.now() < this.#nextReadAt) return false;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
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
