import { pino } from 'pino';
import { readConfig } from '../src/environment/config.ts';
import { openAdmission } from '../src/service/http/admission/admission.ts';
import { describedRoutes } from '../src/service/http/openapi/described-routes.ts';
import { wholeInterface } from '../src/service/http/openapi/routes.ts';
import { addRoutes, type RoutesOptions } from '../src/service/http/routes.ts';
import { createServer } from '../src/service/http/server.ts';
import { readCatalogue } from '../src/templating/templates/catalogue.ts';

/**
 * The description of the interface that a service with an ADMIN_TOKEN gives without a key. The routes are added to a server
 * that never listens: neither a browser nor a database is started.
 */
export async function describeService(): Promise<object> {
  const config = readConfig({ ADMIN_TOKEN: 'x'.repeat(32) });
  const catalogue = await readCatalogue();
  const admission = openAdmission(config);
  const { app } = createServer(config, pino({ level: 'silent' }), admission, undefined);
  const routes = describedRoutes(app);
  // What the handlers would call. None of them is called.
  const unused = { operations: {}, reading: {}, administration: {} };
  const seals = { fileLimit: config.READ_LIMIT_BYTES };
  await addRoutes(app, config, {
    ...{ ...unused, admission, seals, generation: { catalogue } },
  } as unknown as RoutesOptions);
  await app.close();
  return wholeInterface(routes, catalogue);
}
