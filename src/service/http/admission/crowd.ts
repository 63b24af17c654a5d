import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { PROBES } from '../request-log.ts';

/** As many callers at a time are answered at once. */
const FEW = 64;

/** Twice what a small answer takes of the main thread, half of which is left for others, however many callers there are. */
const GAP_MS = 0.5;

/** Callers who take no notice of their answers cannot keep the others waiting for longer. */
const LONGEST_MS = 5_000;

/** Callers within this time are there at the same time. */
const WINDOW_MS = 1_000;

/** Spreads the answers to a crowd: one every 0.5 ms while more than 64 callers ask. */
export class Crowd {
  /** The start of the window in which a caller asked last: it keeps no closed connection in memory. */
  readonly #seen = new WeakMap<object, number>();
  #callers = 0;
  #callersBefore = 0;
  #since = 0;
  /** When the last answer leaves. */
  #last = 0;

  /** @param now on the clock of `performance.now()` @returns how long the answer to this caller is held back */
  holdMs(caller: object, now: number): number {
    if (this.#countWith(caller, now) <= FEW) return 0;
    this.#last = Math.min(Math.max(this.#last, now) + GAP_MS, now + LONGEST_MS);
    return this.#last - now;
  }

  #countWith(caller: object, now: number): number {
    const age = now - this.#since;
    if (age >= WINDOW_MS) {
      this.#callersBefore = age < 2 * WINDOW_MS ? this.#callers : 0;
      this.#callers = 0;
      this.#since = now;
    }
    if (this.#seen.get(caller) !== this.#since) this.#callers += 1;
    this.#seen.set(caller, this.#since);
    return Math.max(this.#callers, this.#callersBefore);
  }
}

/**
 * Holds back small answers, errors and those to GET and HEAD, while many connections ask. They take no place, or for a moment
 * only, and each connection of a crowd asks again the moment that it is answered. The event loop accepts one new connection
 * for each round over those that ask: a probe beside 1,000 connections waited for seconds. An answer 503 has been held back
 * already (`HeldAnswers`).
 */
export function slowCrowds(app: FastifyInstance): void {
  const crowd = new Crowd();
  app.addHook('onSend', async ({ raw, method, routeOptions: { url = '' } }, { statusCode }) => {
    const isSmall = statusCode >= 400 || method === 'GET' || method === 'HEAD';
    if (!isSmall || statusCode === 503 || PROBES.has(url)) return;
    const holdMs = crowd.holdMs(raw.socket, performance.now());
    if (holdMs > 0) await delay(holdMs);
  });
}
