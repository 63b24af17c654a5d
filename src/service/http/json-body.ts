import { isAscii, isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { locateJsonFault } from '../../templating/validation/json-fault.ts';

/**
 * Makes the routes that follow take JSON in UTF-8 and nothing else. An empty body is undefined: clients send the
 * content type without a body, too.
 * @param code of the response to a body that cannot be parsed
 */
export function takeJson(app: FastifyInstance, code: 'validation_error' | 'unprocessable'): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, body: Buffer, done) => {
      const refuse = (reason: string) =>
        done(new ServiceError(code, `The body must be JSON in UTF-8; ${reason}`));
      if (body.byteLength === 0) return done(null, undefined);
      // Decoding would turn other bytes into replacement characters, and print those.
      if (!isUtf8(body)) return refuse('some of its bytes are not UTF-8');
      // Ten times as fast for a file in base64.
      const text = isAscii(body) ? body.toString('latin1') : body.toString().replace(/^\ufeff/, '');
      let value: unknown;
      try {
        // Keeps the key `__proto__`, which is unknown like others: it gets a warning, and validation removes it.
        value = JSON.parse(text);
      } catch {
        const { line, column } = locateJsonFault(text);
        return refuse(`it stops being JSON at line ${line}, column ${column}`);
      }
      done(null, value);
    },
  );
}
