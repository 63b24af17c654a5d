import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { PROBES } from '../request-log.ts';

/** As many callers at a time are answered at once. */
const FEW = 64;

/** Twice what a small answer takes of the main thread, half of which is left for others, whatever the number of callers. */
const MS_A_CALLER = 0.5;

/** Callers within this time are there at the same time. */
const WINDOW_MS = 1_000;

/**
 * Holds back small answers, errors and those to GET and HEAD, while many connections ask: 0.5 ms for each above 64. They take no
 * place, or for a moment only, and each connection of a crowd asks again the moment that it is answered. The event loop accepts
 * one new connection for each round over those that ask: a probe beside 1,000 connections waited for seconds.
 * An answer 503 has been held back already (`HeldAnswers`).
 */
export function slowCrowds(app: FastifyInstance): void {
  let callers = new Set<Socket>();
  let callersBefore = 0;
  let since = 0;
  const countWith = (socket: Socket): number => {
    const now = performance.now();
    if (now - since >= WINDOW_MS) {
      callersBefore = now - since < 2 * WINDOW_MS ? callers.size : 0;
      callers = new Set();
      since = now;
    }
    callers.add(socket);
    return Math.max(callers.size, callersBefore);
  };
  app.addHook('onSend', async ({ raw, method, routeOptions: { url = '' } }, { statusCode }) => {
    const isSmall = statusCode >= 400 || method === 'GET' || method === 'HEAD';
    if (!isSmall || statusCode === 503 || PROBES.has(url)) return;
    const above = countWith(raw.socket) - FEW;
    if (above > 0) await delay(above * MS_A_CALLER);
  });
}
