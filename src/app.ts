import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { Capacity } from './documents/capacity.ts';
import { LogoDrawings } from './documents/logo-drawings.ts';
import { OverrideCheck } from './documents/own-texts/check-override.ts';
import { OwnTexts } from './documents/own-texts/own-texts.ts';
import { TextWatch } from './documents/own-texts/text-watch.ts';
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
  measureFailingTexts,
  measureKeyCache,
  measureReadiness,
  measureRefusedTexts,
  measureReplacedWorkers,
  measureTrail,
} from './http/metrics.ts';
import { describedRoutes } from './http/openapi/described-routes.ts';
import { interfaceRoutes, wholeInterface } from './http/openapi/routes.ts';
import { operationsRoutes, type Readiness } from './http/operations.ts';
import { refuseOtherMethods } from './http/other-methods.ts';
import { checkHeads, passOnEveryHead } from './http/request-head.ts';
import { logRequests } from './http/request-log.ts';
import { securityTxtRoutes } from './http/security-txt.ts';
import type { Traces } from './http/traces.ts';
import { compileRequestValidator } from './http/validator-compiler.ts';
import { loggerOptions } from './log.ts';
import { chromiumAdvice } from './pdf/chromium-advice.ts';
import { chromiumAge, chromiumBuiltAt } from './pdf/chromium-built-at.ts';
import { drawLogo } from './render/draw-logo.ts';
import { beginOpening } from './resources.ts';
import { openAccounts } from './store/accounts/accounts.ts';
import { openTrail } from './store/trail/trail.ts';
import { BODY_LIMITS } from './validation/body-limits.ts';

/** How long a shutdown waits for callers to read their last responses. */
const LAST_ANSWERS_MS = 5_000;

/** A caller's request id is kept only if it is safe in a log and in a header. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

export interface Service {
  readonly app: FastifyInstance;
  /** With ADMIN_PORT: the server of administration, metrics and probes; call its `listen` before that of `app`. */
  readonly adminServer: AdminServer | undefined;
  /** Whether a key was ever issued; if not, the log tells the operator the first steps. */
  readonly hasKeys: boolean;
  /** From now on `/readyz` is 503; everything else is served as before. */
  drain(): void;
}

/**
 * Builds the whole service: the only place where its parts are connected. `close()` on the result refuses new requests,
 * finishes the accepted ones, and ends every process that the service started.
 * @returns when its printing pages are warm and it can take requests
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
    // As long as Node allows a request's head to be, so that a name of any length gives a 404 like any other.
    routerOptions: { maxParamLength: 16_384 },
    // A body of 256 KiB arrives in less even on a slow line.
    requestTimeout: 15_000,
    // A connection is silent while its document is made, which can take twice as long when a worker is lost. Longer
    // silence, or silence during a response (http/connections.ts), means a caller who does not read.
    connectionTimeout:
      2 * (3 * config.QUEUE_TIMEOUT_MS + config.RENDER_TIMEOUT_MS + config.PRINT_TIMEOUT_MS) + 10_000,
    // Longer than the 60 s after which common load balancers close an idle connection, so that the client closes it.
    keepAliveTimeout: 65_000,
    // http/request-head.ts checks Host, in the contract's form.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // It would also limit the time of a shutdown, for which there is SHUTDOWN_TIMEOUT_MS.
    pluginTimeout: 0,
    // During a shutdown the routes answer as the contract says.
    return503OnClosing: false,
  });
  const places = config.PDF_PAGES + config.MAX_QUEUE;
  const capacity = new Capacity({
    places,
    workers: { print: config.PDF_PAGES, render: config.RENDER_PROCESSES },
    waitTimeoutMs: config.QUEUE_TIMEOUT_MS,
  });
  let isDraining = false;
  const connections = tendConnections(app, () => capacity.isClosed);
  // Listens until the last accepted document is finished, so that new requests get a 503.
  app.addHook('preClose', async () => {
    await capacity.close();
    setTimeout(() => {
      app.log.warn(
        `callers have not read their answers within ${LAST_ANSWERS_MS} ms: connections are closed`,
      );
      app.server.closeAllConnections();
    }, LAST_ANSWERS_MS).unref();
    // Node's server treats a connection as idle, and closes it, while its response is written but only half read.
    await connections.written();
  });

  const adminServer = config.ADMIN_PORT === undefined ? undefined : separateAdministration(app);
  // For a method that it does not know, Fastify would not find the path. CONNECT does not arrive as a request.
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
  // Runs last: onClose hooks run in the reverse order of their registration.
  app.addHook('onClose', async () => traces?.close());
  passOnEveryHead(app.server, app.routing);
  checkHeads(app);
  handleErrors(app, adminServer?.isServed);
  logRequests(app);

  const routes = describedRoutes(app);
  const resources = await opening.resources;
  // Fastify calls this when the last accepted request has been answered.
  app.addHook('onClose', () => resources.close());
  const { catalogue, renderer, printer, fonts } = resources;

  const builtAt = await chromiumBuiltAt(config.CHROMIUM_PATH);
  const chromium = () => ({ version: printer.chromiumVersion, ...chromiumAge(builtAt, Date.now()) });
  const advice = chromiumAdvice(chromium(), config.CHROMIUM_PATH, config.HOST);
  app.log[advice.level]({ chromium: chromium() }, advice.message);
  const metrics = measure(app, {
    accepted: () => capacity.accepted,
    waiting: () => capacity.waiting + printer.waiting,
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
  measureReadiness(metrics, () => readiness().status === 'ready');
  await app.register(refuseOtherMethods(operationsRoutes), { readiness, chromium, metrics });
  const { companies, apiKeys, profiles, overrides, overridesInUse, ...accounts } = await openAccounts(
    database,
    app.log,
  );
  measureKeyCache(metrics, accounts);
  // Runs before the resources close: onClose hooks run in the reverse order of their registration.
  app.addHook('onClose', () => accounts.close());
  const trail = openTrail(database, config.TRAIL_DAYS, app.log);
  app.addHook('onClose', () => trail.close());
  measureTrail(metrics, trail.writer);
  const measured = measureDocuments(metrics, trail);
  const traced = traces?.traceDocuments(measured) ?? measured;
  measureRefusedTexts(metrics, refusedTexts);
  const overrideCheck = new OverrideCheck({ renderer, printer, capacity });
  const ownTexts = new OwnTexts({
    catalogue,
    cached: overridesInUse,
    store: overrides,
    tryText: (template, signal) => overrideCheck.retry(template, signal),
    parts: renderer.parts,
  });
  const textWatch = new TextWatch({
    texts: ownTexts,
    keysInUse: (companyId) => overrides.keysInUse(companyId),
    log: app.log,
  });
  // The check of all texts neither delays the start nor outlives the render processes.
  app.addHook('onListen', async () => textWatch.begin());
  app.addHook('onClose', () => textWatch.close());
  measureFailingTexts(metrics, textWatch);
  if (config.ADMIN_TOKEN !== undefined) {
    await app.register(refuseOtherMethods(adminRoutes), {
      companies,
      apiKeys,
      profiles,
      logoDrawings: new LogoDrawings(drawLogo, capacity),
      overrides,
      catalogue,
      overrideCheck,
      textWatch,
      parts: renderer.parts,
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
    customTexts: ownTexts,
    generation: {
      catalogue,
      customTexts: ownTexts,
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
    customTexts: ownTexts,
    admission,
  });
  if (config.SECURITY_CONTACT !== undefined)
    await app.register(refuseOtherMethods(securityTxtRoutes), { contact: config.SECURITY_CONTACT });
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
