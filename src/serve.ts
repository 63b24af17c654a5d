import { pino } from 'pino';
import { buildApp, type Service } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { firstSteps } from './first-steps.ts';
import { listen } from './listen.ts';
import { loggerOptions } from './log.ts';
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
    const service = await buildApp(config);
    shutDownOnSignal(service, config);
    const url = await openPorts(service, config);
    if (!service.hasKeys && config.DATABASE_URL === undefined)
      process.stdout.write(firstSteps(url, config.ADMIN_TOKEN));
  } catch (error) {
    const { message } = error as Error;
    pino(loggerOptions(level)).fatal({ err: error }, 'the service cannot start');
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}

/** @returns the address of the service */
async function openPorts({ app, adminServer }: Service, { HOST, PORT, ADMIN_PORT }: Config): Promise<string> {
  try {
    if (adminServer !== undefined && ADMIN_PORT !== undefined) {
      const adminUrl = await listen('ADMIN_PORT', HOST, ADMIN_PORT, (address) => adminServer.listen(address));
      app.log.info(`Administration, metrics and probes are at ${adminUrl}`);
    }
    return await listen('PORT', HOST, PORT, (address) => app.listen(address));
  } catch (error) {
    await app.close();
    throw error;
  }
}
