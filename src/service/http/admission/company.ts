import type { LRUCache } from 'lru-cache';
import type { Limits, PlaceKind } from './places.ts';

export type WaitEnd = 'has a place' | 'gives way';

/** A waiting request. */
export interface Entry {
  readonly company: Company;
  readonly kind: PlaceKind;
  readonly bytes: number;
  /** Greater than those of earlier requests. */
  readonly number: number;
  readonly end: (how: WaitEnd) => void;
  readonly refuse: (reason: unknown) => void;
}

/** A company that has places or waits for one. */
export class Company {
  readonly name: string;
  /** Its requests, with and without a place. */
  accepted = 0;
  waiting = 0;
  waitingBytes = 0;
  readonly places: Partial<Record<PlaceKind, number>> = {};
  /** In order of arrival. */
  readonly lines: Partial<Record<PlaceKind, Set<Entry>>> = {};

  constructor(name: string) {
    this.name = name;
  }

  lineOf(kind: PlaceKind): Set<Entry> {
    this.lines[kind] ??= new Set();
    return this.lines[kind];
  }

  get newest(): Entry | undefined {
    const lasts = Object.values(this.lines).flatMap((line) => [...line].at(-1) ?? []);
    return lasts.toSorted((one, other) => other.number - one.number)[0];
  }
}

export interface Places {
  readonly limits: Limits;
  taken: number;
  readonly waiting: Set<Company>;
  /** Company → number of its latest turn. */
  readonly served: LRUCache<string, number>;
}
