/**
 * A company whose callers send one request after the other has moments without any. It counts as present for this long
 * after its last job.
 */
const STILL_PRESENT_MS = 1_000;

/**
 * Which companies have jobs in the pools that share it. A company whose document is printed will fill in the next one, so
 * it is present for the render processes too, however long the print takes.
 */
export class Presence {
  /** Company → number of its jobs, waiting or at work. */
  readonly #jobs = new Map<string, number>();
  #latest: { readonly company: string; readonly at: number } | undefined;
  /** The latest end of a job of any company but that of `#latest`. */
  #latestOther: { readonly company: string; readonly at: number } | undefined;

  /** Records a job of this company, until the result is disposed of. */
  enter(company: string): Disposable {
    this.#jobs.set(company, (this.#jobs.get(company) ?? 0) + 1);
    return { [Symbol.dispose]: () => this.#leave(company) };
  }

  hasOthers(company: string): boolean {
    if (this.#jobs.size > (this.#jobs.has(company) ? 1 : 0)) return true;
    const last = this.#latest?.company === company ? this.#latestOther : this.#latest;
    return last !== undefined && performance.now() - last.at < STILL_PRESENT_MS;
  }

  #leave(company: string): void {
    const left = (this.#jobs.get(company) ?? 0) - 1;
    if (left > 0) this.#jobs.set(company, left);
    else this.#jobs.delete(company);
    if (this.#latest?.company !== company) this.#latestOther = this.#latest;
    this.#latest = { company, at: performance.now() };
  }
}
