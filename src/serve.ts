import closeWithGrace from 'close-with-grace';
import { collectStart } from './collect-start.ts';
import { ConfigError, readConfig } from './config.ts';
import { firstSteps } from './first-steps.ts';
import { beginOpening } from './resources.ts';
import { SourceFaults } from './templates/source-faults.ts';

/** The service: configuration, service, listen, and a clean leave on SIGTERM or SIGINT; a second signal ends it at once. */
try {
  const config = readConfig(process.env);
  // Browser and render process start while the rest of the code is read.
  const opening = beginOpening(config);
  const { buildApp } = await import('./app.ts');
  const { app, hasKeys } = await buildApp(config, opening);
  closeWithGrace({ delay: config.SHUTDOWN_TIMEOUT_MS, logger: app.log }, async ({ err }) => {
    if (err !== undefined) app.log.fatal({ err }, 'leaving, because of an error that nothing caught');
    await app.close();
  });
  const url = await app.listen({ host: config.HOST, port: config.PORT }).catch(async (error) => {
    await app.close();
    throw error;
  });
  collectStart();
  if (!hasKeys && config.DATABASE_URL === undefined)
    process.stdout.write(firstSteps(url, config.ADMIN_TOKEN));
} catch (error) {
  // A person reads this: the message says what to do, and a call stack would not.
  const isTold = error instanceof ConfigError || error instanceof SourceFaults;
  process.stderr.write(`${isTold ? error.message : String(error)}\n`);
  process.exit(1);
}
