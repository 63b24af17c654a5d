import type { RefusalRecord, TrailRecord } from '../../../../schemas/trail.ts';

/** An entry that is not in the database yet. */
export type WaitingEntry = (TrailRecord & { readonly entryId: string }) | Refusals;

type Refusals = RefusalRecord & { count: number };

/** Entries of a company by their ids, the oldest first. */
interface OfCompany {
  /** Of files that were made. */
  readonly files: Map<string, WaitingEntry>;
  readonly others: Map<string, WaitingEntry>;
}

/**
 * Trail entries in memory, with a maximum number. An entry above it costs the company with the most entries one: the oldest
 * that is not of a file, or else the oldest. So no company's requests cost another company an entry, and a company loses
 * the entries of its files last.
 */
export class WaitingEntries {
  readonly #most: number;
  readonly #companies = new Map<string, OfCompany>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** @returns the number of entries that were dropped */
  add(entry: WaitingEntry): number {
    this.#put(entry);
    return this.#dropExcess();
  }

  /** Removes entries, at most so many. */
  take(limit: number): WaitingEntry[] {
    const taken: WaitingEntry[] = [];
    for (const [companyId, { files, others }] of this.#companies) {
      for (const entries of [files, others])
        for (const [id, entry] of entries) {
          if (taken.length === limit) return taken;
          taken.push(entry);
          entries.delete(id);
          this.#size -= 1;
        }
      this.#companies.delete(companyId);
    }
    return taken;
  }

  /** Puts entries back in front of those that were added since `take`. @returns the number of entries that were dropped */
  restore(taken: readonly WaitingEntry[]): number {
    for (const [companyId, older] of Map.groupBy(taken, (entry) => entry.companyId)) {
      const { files, others } = this.#companies.get(companyId) ?? newCompany();
      this.#companies.delete(companyId);
      this.#size -= files.size + others.size;
      for (const entry of [...older, ...files.values(), ...others.values()]) this.#put(entry);
    }
    return this.#dropExcess();
  }

  #put(entry: WaitingEntry): void {
    const company = this.#companies.get(entry.companyId) ?? newCompany();
    this.#companies.set(entry.companyId, company);
    const entries = entry.outcome === 'ok' ? company.files : company.others;
    const id = idOf(entry);
    const known = entries.get(id);
    if (known !== undefined && 'count' in known && 'count' in entry) {
      known.count += entry.count;
      return;
    }
    entries.set(id, entry);
    this.#size += 1;
  }

  #dropExcess(): number {
    let dropped = 0;
    for (; this.#size > this.#most; dropped += 1) {
      const [largest] = [...this.#companies.values()].sort((one, other) => sizeOf(other) - sizeOf(one));
      if (largest === undefined) break;
      const entries = largest.others.size > 0 ? largest.others : largest.files;
      for (const id of entries.keys().take(1)) entries.delete(id);
      this.#size -= 1;
    }
    return dropped;
  }
}

function newCompany(): OfCompany {
  return { files: new Map(), others: new Map() };
}

function sizeOf({ files, others }: OfCompany): number {
  return files.size + others.size;
}

/** Refusals of a key in the same minute are one entry. */
function idOf(entry: WaitingEntry): string {
  return 'count' in entry ? `${entry.keyId} ${entry.requestedAt.getTime()}` : entry.entryId;
}
