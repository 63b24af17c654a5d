import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type preParsingAsyncHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../environment/config.ts';
import { longestDocumentMs } from '../../environment/longest-document.ts';
import { ServiceError } from '../../errors.ts';
import { type AdminServer, separateAdministration } from './admin-server.ts';
import type { Admission } from './admission/admission.ts';
import { finishAdmission } from './admission/admit.ts';
import { slowCrowds } from './admission/crowd.ts';
import { answerConnectionError } from './connection-errors.ts';
import { tendConnections } from './connections.ts';
import { answerError, handleErrors } from './error-handler.ts';
import { takeJson } from './json-body.ts';
import { checkHeads, passOnEveryHead } from './request-head.ts';
import { logRequests } from './request-log.ts';
import type { Traces } from './traces.ts';
import { compileRequestValidator } from './validator-compiler.ts';

/** How long a shutdown waits for callers to read their last responses. */
const LAST_ANSWERS_MS = 5_000;

/** A caller's request id is kept only if it is safe in a log and in a header. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

export interface Server {
  readonly app: FastifyInstance;
  /** With ADMIN_PORT: the server of administration, metrics and probes; call its `listen` before that of `app`. */
  readonly adminServer: AdminServer | undefined;
}

/** The HTTP server without its routes: its limits, and the hooks that each request passes, in this order. */
export function createServer(
  config: Config,
  log: Logger,
  admission: Admission,
  traces: Traces | undefined,
): Server {
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
    // A body of 256 KiB arrives in less than 15 s even on a slow line. It may have to wait before it is read.
    requestTimeout: config.QUEUE_TIMEOUT_MS + 15_000,
    // A connection is silent while its document is made, which can take twice as long when a worker is lost. Longer
    // silence, or silence during a response (http/connections.ts), means a caller who does not read.
    connectionTimeout: 2 * longestDocumentMs(config) + 10_000,
    // Longer than the 60 s after which common load balancers close an idle connection, so that the client closes it.
    keepAliveTimeout: 65_000,
    // http/request-head.ts checks Host, in the contract's form.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // It would also limit the time of a shutdown, for which there is SHUTDOWN_TIMEOUT_MS.
    pluginTimeout: 0,
    // During a shutdown the routes answer as the contract says.
    return503OnClosing: false,
  });
  finishWork(app, admission);
  const adminServer = config.ADMIN_PORT === undefined ? undefined : separateAdministration(app);
  // For a method that it does not know, Fastify would not find the path. CONNECT does not arrive as a request.
  const unknownMethods = new Set(METHODS).difference(new Set([...app.supportedMethods, 'CONNECT']));
  for (const method of unknownMethods) app.addHttpMethod(method);
  takeJson(app, 'validation_error');
  app.addHook('preParsing', refuseEncodedBody);
  app.setValidatorCompiler(compileRequestValidator);
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorateRequest('sender', null);
  app.decorateRequest('rights', null);
  app.decorateRequest('cuts', null);
  app.decorateRequest('unknownFields', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  traces?.traceRequests(app);
  // Runs last: onClose hooks run in the reverse order of their registration.
  app.addHook('onClose', async () => traces?.close());
  passOnEveryHead(app.server, app.routing);
  checkHeads(app);
  finishAdmission(app, admission);
  slowCrowds(app);
  handleErrors(app, adminServer?.isServed);
  logRequests(app);
  return { app, adminServer };
}

export async function loadTraces(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config,
  log: Logger,
): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined;
  const traces = await import('./traces.ts');
  return traces.openTraces(endpoint, log);
}

/** Makes a shutdown finish the accepted work, and send its answers. */
function finishWork(app: FastifyInstance, admission: Admission): void {
  const written = tendConnections(app, () => admission.isClosed);
  // Listens until the last accepted document is finished, so that new requests get a 503.
  app.addHook('preClose', async () => {
    await admission.close();
    const timer = setTimeout(() => {
      app.log.warn(
        `callers have not read their answers within ${LAST_ANSWERS_MS} ms: connections are closed`,
      );
      app.server.closeAllConnections();
    }, LAST_ANSWERS_MS).unref();
    app.server.once('close', () => clearTimeout(timer));
    // Node's server treats a connection as idle, and closes it, while its response is written but only half read.
    await written();
  });
}

/** Refuses a compressed body before it is read: the size limit would not hold for its decompressed size. */
const refuseEncodedBody: preParsingAsyncHookHandler = async ({ method, headers }) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity' || method === 'GET' || method === 'HEAD') return;
  throw new ServiceError(
    'unsupported_media_type',
    'The body is sent with a Content-Encoding; send it as it is, without that header',
  );
};
