import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from './app.ts';
import type { Config } from './config.ts';

/**
 * npm passes on a signal that a terminal or a process manager has already sent to the whole process group, so that it
 * arrives twice: within this time it counts once.
 */
const SAME_SIGNAL_MS = 1_000;

/**
 * Shuts the service down on SIGTERM or SIGINT, and ends the process: exit code 0 when all that was accepted is finished.
 * Another signal, the time limit and an error that nothing caught end it with exit code 1.
 */
export function shutDownOnSignal(
  { app, drain }: Service,
  { DRAIN_DELAY_MS, SHUTDOWN_TIMEOUT_MS }: Pick<Config, 'DRAIN_DELAY_MS' | 'SHUTDOWN_TIMEOUT_MS'>,
): void {
  const { log } = app;
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;

  const shutDown = async (exitCode: number) => {
    const began = performance.now();
    log.info('shutdown begins: accepted documents are finished, new ones are refused');
    setTimeout(() => {
      log.error(`shutdown was not finished within ${SHUTDOWN_TIMEOUT_MS} ms (SHUTDOWN_TIMEOUT_MS)`);
      process.exit(1);
    }, SHUTDOWN_TIMEOUT_MS).unref();
    await app.close();
    log.info({ milliseconds: Math.round(performance.now() - began) }, 'shutdown is finished');
    process.exit(exitCode);
  };
  const fail = (err: unknown) => {
    log.fatal({ err }, 'shutdown, because of an error that nothing caught');
    // A second one ends the process at once, as Node does when nobody listens.
    for (const event of ['uncaughtException', 'unhandledRejection']) process.off(event, fail);
    shutDown(1);
  };
  const onSignal = async (signal: NodeJS.Signals) => {
    if (first !== undefined) {
      if (signal === first.signal && performance.now() - first.at < SAME_SIGNAL_MS) return;
      log.error(`${signal} after ${first.signal}: the process ends at once`);
      process.exit(1);
    }
    first = { signal, at: performance.now() };
    drain();
    // SIGINT is a person at a terminal: no load balancer has to learn of it.
    const delayMs = signal === 'SIGTERM' ? DRAIN_DELAY_MS : 0;
    log.info({ signal, delayMs }, 'draining: /readyz answers 503');
    await delay(delayMs);
    await shutDown(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      onSignal(signal).catch(fail);
    });
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, fail);
}
