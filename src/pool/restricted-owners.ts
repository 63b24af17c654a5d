const RESTRICTED_MS = 60_000;

/** The owners whose jobs have held workers for long while others waited. For a minute they get half at most. */
export class RestrictedOwners {
  readonly #restrictedMs: number;
  /** Owner → when it ends, by the clock of `performance.now()`. */
  readonly #until = new Map<string, number>();

  constructor(restrictedMs = RESTRICTED_MS) {
    this.#restrictedMs = restrictedMs;
  }

  add(owner: string): void {
    this.#until.set(owner, performance.now() + this.#restrictedMs);
  }

  has(owner: string | undefined): boolean {
    const until = owner === undefined ? undefined : this.#until.get(owner);
    return until !== undefined && performance.now() < until;
  }
}
