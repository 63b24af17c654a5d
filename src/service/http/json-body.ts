import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import { ServiceError, tooLarge } from '../../errors.ts';
import { validationError } from '../../templating/validation/accept.ts';
import { BODY_LIMITS } from '../../templating/validation/body-limits.ts';
import { placeIn, scanJson } from '../../templating/validation/scan-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of a JSON body to whose text, or to the texts in which, neither the limit of characters nor BODY_LIMIT_BYTES applies. */
    readonly longTexts?: readonly string[];
    /** How many levels deep a JSON body may be; left out, as BODY_LIMITS says. */
    readonly jsonDepth?: number;
  }
}

/**
 * Makes the routes that follow take JSON in UTF-8, within limits, and nothing else. The limits are checked before anything
 * is parsed: `JSON.parse` of a hostile body stops the whole service. An empty body is undefined: clients send the content type
 * without a body, too.
 * @param code of the response to a body that cannot be parsed
 * @param bodyLimit of routes that have no limit of their own, in bytes; BODY_LIMIT_BYTES if it is left out
 */
export function takeJson(
  app: FastifyInstance,
  code: RefusalCode,
  limits: { readonly bodyLimit?: number } = {},
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', ...limits },
    async (request: FastifyRequest, sent: Buffer) => {
      if (sent.byteLength > LARGE_BYTES) await ownTurn();
      return parseJson(request, sent, code);
    },
  );
}

/** Larger bodies are parsed in turns of their own; that of a document has some 5 KB. The scan of a body of this size takes up to 3 ms. */
const LARGE_BYTES = 65_536;

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop that no other large body has: `/livez` is answered between two of them. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => turnOfLoop());
  return lastTurn;
}

type RefusalCode = 'validation_error' | 'unprocessable';

/** A body as `takeJson` reads it. */
export function parseJson(
  { server, routeOptions, cuts }: FastifyRequest,
  sent: Buffer,
  code: RefusalCode,
): unknown {
  const refusal = (reason: string) => new ServiceError(code, `The body must be JSON in UTF-8; ${reason}`);
  if (sent.byteLength === 0) return undefined;
  // Decoding would turn other bytes into replacement characters, and print those.
  if (!isUtf8(sent)) throw refusal('some of its bytes are not UTF-8');
  const body = sent.subarray(hasByteOrderMark(sent) ? 3 : 0);
  const { bodyLimit } = server.initialConfig;
  const { longTexts, jsonDepth: depth = BODY_LIMITS.depth } = routeOptions.config;
  const { fault, excess, isTooLong } = scanJson(body, { ...BODY_LIMITS, depth, longTexts, bytes: bodyLimit });
  if (isTooLong) throw tooLarge('The body', bodyLimit);
  if (fault !== undefined) {
    const { line, column } = placeIn(body, fault, cuts?.places);
    throw refusal(`it stops being JSON at line ${line}, column ${column}`);
  }
  if (excess !== undefined)
    throw code === 'validation_error'
      ? validationError({ missing: [], invalid: [excess] })
      : new ServiceError(code, `${excess.field} ${excess.message}.`);
  // Keeps the key `__proto__`, which is unknown like others: it gets a warning, and validation removes it.
  return JSON.parse(isAscii(body) ? body.toString('latin1') : body.toString());
}

/** Rejects a body that is empty, before any other validation. */
export const requireBody: preValidationAsyncHookHandler = async ({ body }) => {
  if (body === undefined) throw new ServiceError('validation_error', 'The body is empty');
};

function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}
