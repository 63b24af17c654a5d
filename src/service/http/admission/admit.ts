import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { hangUpSignal } from '../hang-up-signal.ts';
import type { Admission } from './admission.ts';
import { LEAVING, OVERRUN, SUPERSEDED } from './held-answers.ts';
import { KeyTurns } from './key-turns.ts';
import type { PlaceKind } from './places.ts';

interface Place extends Disposable {
  /** Whether the request had waited for it when a shutdown began. */
  readonly isOfShutdown: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The place that a request of the route takes before its body is read; without it, none. */
    readonly place?: PlaceKind;
    /** Whether a key has one request of the route at a time (key-turns.ts). */
    readonly isOnePerKey?: boolean;
  }

  interface FastifyRequest {
    place: Place | null;
  }
}

/** Node stops to read the socket when so much of a body is unread. */
const UNREAD_BYTES = 65_536;

/** Takes a place before the body is read. Runs after a request's company is known. */
export function admit(admission: Admission): onRequestAsyncHookHandler {
  const turns = new KeyTurns();
  return async (request, reply) => {
    const { place: kind, isOnePerKey } = request.routeOptions.config;
    if (kind === undefined) return;
    const signal = hangUpSignal(reply);
    const length = Number(request.headers['content-length'] ?? UNREAD_BYTES);
    const asker = {
      ...{ company: companyOf(request), signal },
      bytes: Math.min(length, UNREAD_BYTES),
      dropBody: () => request.raw.resume(),
    };
    using held = new DisposableStack();
    if (isOnePerKey) {
      const turn = await turns.enter(`${request.routeOptions.url} ${request.sender?.keyId}`, signal);
      if (turn === undefined) return await admission.refusals.refuse(asker, SUPERSEDED);
      held.use(turn);
    }
    held.use(await admission.enter(asker, kind));
    const taken = held.move();
    const place = { isOfShutdown: admission.isClosed, [Symbol.dispose]: () => taken.dispose() };
    request.place = place;
    // The answer to a caller who is gone may never be sent.
    if (signal.aborted) place[Symbol.dispose]();
    else signal.addEventListener('abort', () => place[Symbol.dispose](), { once: true });
  };
}

/** Frees places when answers are ready, and tells callers who had none when to come back. */
export function finishAdmission(app: FastifyInstance, admission: Admission): void {
  app.decorateRequest('place', null);
  // A body that arrives during a shutdown is one of a new request, unless the request waited before it.
  app.addHook('preValidation', async ({ place }) => {
    if (place !== null && !place.isOfShutdown && admission.isClosed) throw LEAVING;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.place !== null) countUnread(admission, request, reply, payload);
    request.place?.[Symbol.dispose]();
    const { failure } = request;
    if (failure?.code !== 'service_unavailable') return;
    reply.header('retry-after', admission.retryAfterSeconds);
    if (failure === OVERRUN) reply.header('connection', 'close');
  });
}

/** Counts the answer until Node has written all of it to the connection, or the caller hangs up. */
function countUnread(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  const signal = hangUpSignal(reply);
  if (signal.aborted) return;
  const isWhole = Buffer.isBuffer(payload) || typeof payload === 'string';
  // A stream has its length in a header.
  const bytes = isWhole ? payload.length : Number(reply.getHeader('content-length') ?? 0);
  const unread = admission.countUnread(companyOf(request), bytes);
  const end = () => unread[Symbol.dispose]();
  reply.raw.once('finish', end);
  signal.addEventListener('abort', end, { once: true });
}

/** The company of the caller's key, or that the administration names in the path. */
function companyOf({ sender, params }: FastifyRequest): string {
  return sender?.companyId ?? (params as { companyId: string }).companyId;
}
