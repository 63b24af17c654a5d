import { pino } from 'pino';
import { type Config, readConfig } from '../environment/config.ts';
import { loggerOptions } from '../log.ts';
import type { Service } from './app.ts';
import { firstSteps } from './first-steps.ts';
import { listen } from './listen.ts';
import { beginOpening } from './resources.ts';
import { shutDownOnSignal } from './shut-down.ts';

/**
 * Starts the service, which runs until a signal ends the process. If the start fails, the process exits with code 1
 * after reporting the reason on stderr and as one `fatal` log line.
 */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  let level: Config['LOG_LEVEL'] = 'info';
  try {
    const config = readConfig(environment);
    level = config.LOG_LEVEL;
    // Files that the service creates are readable by its user only.
    process.umask(0o077);
    const log = pino(loggerOptions(level));
    const opening = beginOpening(config, log);
    // Loaded while Chromium and a render process start on the other cores.
    const { buildApp } = await import('./app.ts');
    const service = await buildApp(config, log, opening);
    shutDownOnSignal(service, config);
    const { url, adminUrl } = await openPorts(service, config);
    // Standard output is for the log.
    if (!service.hasKeys && config.DATABASE_URL === undefined)
      process.stderr.write(
        firstSteps({ url, adminUrl: config.ADMIN_TOKEN === undefined ? undefined : adminUrl }),
      );
  } catch (error) {
    const { message } = error as Error;
    pino(loggerOptions(level)).fatal({ err: error }, 'the service cannot start');
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}

/**
 * New connections that may wait for the event loop; the kernel's `somaxconn` bounds it, 4,096 since Linux 5.4. Node's own 511 are full when
 * 1,000 callers connect at once, and who finds them full tries again after a second.
 */
const BACKLOG = 4_096;

/** @returns the addresses for callers and for administration */
async function openPorts(
  { app, adminServer }: Service,
  { HOST, PORT, ADMIN_PORT }: Config,
): Promise<{ readonly url: string; readonly adminUrl: string }> {
  try {
    let adminUrl: string | undefined;
    if (adminServer !== undefined && ADMIN_PORT !== undefined) {
      adminUrl = await listen('ADMIN_PORT', HOST, ADMIN_PORT, (address) => adminServer.listen(address));
      app.log.info(`Administration, metrics and probes are at ${adminUrl}`);
    }
    const url = await listen('PORT', HOST, PORT, (address) => app.listen({ ...address, backlog: BACKLOG }));
    return { url, adminUrl: adminUrl ?? url };
  } catch (error) {
    await app.close();
    throw error;
  }
}
