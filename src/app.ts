import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { Capacity } from './documents/capacity.ts';
import { OverrideCheck } from './documents/check-override.ts';
import { adminRoutes } from './http/admin/routes.ts';
import { type AdminServer, separateAdministration } from './http/admin-server.ts';
import { authenticate } from './http/api/authenticate.ts';
import { limitRate } from './http/api/rate-limit.ts';
import { apiRoutes } from './http/api/routes.ts';
import { answerConnectionError } from './http/connection-errors.ts';
import { tendConnections } from './http/connections.ts';
import { refuseEncodedBody } from './http/content-encoding.ts';
import { docsRoutes } from './http/docs/routes.ts';
import { answerError, handleErrors } from './http/error-handler.ts';
import { takeJson } from './http/json-body.ts';
import { measureDatabase } from './http/metrics/database.ts';
import { measureDocuments } from './http/metrics/documents.ts';
import {
  measure,
  measureBuild,
  measureChromium,
  measureKeyCache,
  measureRefusedTexts,
  measureReplacedWorkers,
  measureTrail,
} from './http/metrics.ts';
import { describedRoutes } from './http/openapi/described-routes.ts';
import { interfaceRoutes, wholeInterface } from './http/openapi/routes.ts';
import { operationsRoutes, type Readiness } from './http/operations.ts';
import { refuseOtherMethods } from './http/other-methods.ts';
import { logRequests } from './http/request-log.ts';
import type { Traces } from './http/traces.ts';
import { compileRequestValidator } from './http/validator-compiler.ts';
import { loggerOptions } from './log.ts';
import { chromiumAge, chromiumBuiltAt } from './pdf/chromium-built-at.ts';
import { beginOpening } from './resources.ts';
import { openAccounts } from './store/accounts/accounts.ts';
import { openTrail } from './store/trail/trail.ts';
import { BODY_LIMITS } from './validation/body-limits.ts';

/** How long callers may take, during a shutdown, to read the last answers. */
const LAST_ANSWERS_MS = 5_000;

/** A caller's own request id is kept when it can harm neither a log nor a header. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

export interface Service {
  readonly app: FastifyInstance;
  /** With ADMIN_PORT, where administration, metrics and probes are; to be listened on before `app`. */
  readonly adminServer: AdminServer | undefined;
  /** Whether a key has ever been issued; if not, somebody is new here. */
  readonly hasKeys: boolean;
  /** From now on `/readyz` is 503; everything else is served as before. */
  drain(): void;
}

/**
 * The whole service, wired: the one place where its parts meet. `close()` on the result refuses new work, finishes
 * what was accepted, and ends every process that the service started.
 * @returns when it is ready to answer, with warm pages
 */
export async function buildApp(
  config: Config,
  log: Logger = pino(loggerOptions(config.LOG_LEVEL)),
): Promise<Service> {
  const opening = beginOpening(config, log);
  const { refusedTexts } = opening;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerError,
    clientErrorHandler: answerConnectionError,
    genReqId: ({ headers }) => {
      const id = headers['x-request-id'];
      return typeof id === 'string' && SANE_REQUEST_ID.test(id) ? id : randomUUID();
    },
    bodyLimit: config.BODY_LIMIT_BYTES,
    // As long as Node lets a whole head be: a name of any length is looked up, and not found.
    routerOptions: { maxParamLength: 16_384 },
    // A body of 256 KiB arrives in less even on a slow line; who takes longer holds a connection for nothing.
    requestTimeout: 15_000,
    // Nothing moves on a connection while its document is made, which two lost workers may double. Beyond that, and as soon
    // as there is an answer (http/connections.ts), silence is a caller who does not read.
    connectionTimeout:
      2 * (2 * config.QUEUE_TIMEOUT_MS + config.RENDER_TIMEOUT_MS + config.PRINT_TIMEOUT_MS) + 10_000,
    // Longer than the 60 s after which common load balancers drop an idle connection: the end that opened it closes it.
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    // It would also be the limit for finishing what was accepted, which SHUTDOWN_TIMEOUT_MS is.
    pluginTimeout: 0,
    // While leaving, the routes answer for themselves, in the contract's own words.
    return503OnClosing: false,
  });
  const places = config.PDF_PAGES + config.MAX_QUEUE;
  const capacity = new Capacity(places);
  let isDraining = false;
  const connections = tendConnections(app, () => capacity.isClosed);
  // Listens until the last accepted document is finished, so that callers who come meanwhile are told to go elsewhere.
  app.addHook('preClose', async () => {
    await capacity.close();
    setTimeout(() => {
      app.log.warn(
        `callers have not read their answers within ${LAST_ANSWERS_MS} ms: connections are closed`,
      );
      app.server.closeAllConnections();
    }, LAST_ANSWERS_MS).unref();
    // Node's server takes a connection for idle, and cuts it, whose answer is ready and only half read.
    await connections.written();
  });

  const adminServer = config.ADMIN_PORT === undefined ? undefined : separateAdministration(app);
  // Fastify would not find the path for a method that it does not know; CONNECT never comes as a request.
  const unknownMethods = new Set(METHODS).difference(new Set([...app.supportedMethods, 'CONNECT']));
  for (const method of unknownMethods) app.addHttpMethod(method);
  takeJson(app, 'validation_error');
  app.addHook('preParsing', refuseEncodedBody);
  app.setValidatorCompiler(compileRequestValidator);
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  const traces = await openTracesTo(config.OTEL_EXPORTER_OTLP_ENDPOINT, log);
  traces?.traceRequests(app);
  // The last of all, for the hooks that are added later run before.
  app.addHook('onClose', async () => traces?.close());
  handleErrors(app);
  logRequests(app);

  const routes = describedRoutes(app);
  const resources = await opening.resources;
  // Fastify calls this when the last accepted request has been answered.
  app.addHook('onClose', () => resources.close());
  const { catalogue, renderer, printer, fonts } = resources;

  const builtAt = await chromiumBuiltAt(config.CHROMIUM_PATH);
  const chromium = () => ({ version: printer.chromiumVersion, ...chromiumAge(builtAt, Date.now()) });
  if (chromium().isOld)
    app.log.warn(
      { chromium: chromium() },
      'Chromium is older than six weeks and lacks security fixes; update it',
    );
  else app.log.info({ chromium: chromium() }, 'the version and age of Chromium');
  const metrics = measure(app, {
    accepted: () => capacity.accepted,
    waiting: () => printer.waiting,
    capacity: places,
  });
  measureReplacedWorkers(metrics, opening.replacedWorkers);
  measureBuild(metrics, printer.chromiumVersion);
  measureChromium(metrics, builtAt);
  const database = measureDatabase(metrics, resources.database);
  const readiness = (): Readiness => {
    if (isDraining || capacity.isClosed)
      return { status: 'draining', reason: 'the service is shutting down' };
    if (printer.problem !== undefined)
      return { status: 'unready', reason: 'no printing page can be started; the log says why' };
    if (renderer.problem !== undefined)
      return { status: 'unready', reason: 'no render process can be started; the log says why' };
    return { status: 'ready' };
  };
  await app.register(refuseOtherMethods(operationsRoutes), { readiness, chromium, metrics });
  const { companies, apiKeys, profiles, overrides, overridesInUse, ...accounts } = await openAccounts(
    database,
    app.log,
  );
  measureKeyCache(metrics, accounts);
  // Before the resources close: of these hooks, the last that was added runs first.
  app.addHook('onClose', () => accounts.close());
  const trail = openTrail(database, config.TRAIL_DAYS, app.log);
  app.addHook('onClose', () => trail.close());
  measureTrail(metrics, trail.writer);
  const measured = measureDocuments(metrics, trail);
  const traced = traces?.traceDocuments(measured) ?? measured;
  measureRefusedTexts(metrics, refusedTexts);
  if (config.ADMIN_TOKEN !== undefined) {
    await app.register(refuseOtherMethods(adminRoutes), {
      companies,
      apiKeys,
      profiles,
      rasterizeSvg: renderer.rasterizeSvg,
      overrides,
      catalogue,
      overrideCheck: new OverrideCheck({ renderer, printer, capacity }),
      trail: trail.reader,
      adminTokens: config.ADMIN_TOKEN.split(',').map((token) => token.trim()),
    });
  }
  const admission = [
    authenticate((key) => apiKeys.verifyKey(key)),
    ...limitRate(config.RATE_LIMIT_PER_MINUTE),
  ];
  await app.register(refuseOtherMethods(apiRoutes), {
    catalogue,
    customTexts: overridesInUse,
    generation: {
      catalogue,
      customTexts: overridesInUse,
      profiles,
      fonts,
      renderer,
      printer,
      capacity,
      refusedTexts,
      trail: traced,
    },
    bodyLimits: BODY_LIMITS,
    admission,
  });
  await app.register(refuseOtherMethods(interfaceRoutes), {
    routes,
    catalogue,
    customTexts: overridesInUse,
    admission,
  });
  await app.register(refuseOtherMethods(docsRoutes), {
    describe: () => wholeInterface(routes, catalogue),
    limits: { bodyBytes: config.BODY_LIMIT_BYTES, ratePerMinute: config.RATE_LIMIT_PER_MINUTE },
  });
  return {
    app,
    adminServer,
    hasKeys: await apiKeys.anyIssued(),
    drain: () => {
      isDraining = true;
    },
  };
}

async function openTracesTo(endpoint: string | undefined, log: Logger): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined;
  const { openTraces } = await import('./http/traces.ts');
  return openTraces(endpoint, log);
}
