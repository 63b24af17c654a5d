import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../environment/config.ts';
import type { Service } from './app.ts';

/**
 * npm forwards a signal that the terminal or process manager has already sent to the whole process group. A second
 * signal of the same name within this time is ignored.
 */
const SAME_SIGNAL_MS = 1_000;

/**
 * Shuts the service down on SIGTERM or SIGINT and exits: with code 0 when every accepted document is finished; with
 * code 1 on another signal, on the time limit, or on an uncaught error.
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
    // A second uncaught error ends the process at once, which is Node's default.
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
    // SIGINT comes from a person at a terminal, so no load balancer has to notice first.
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
