import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { locateJsonFault } from '../validation/json-fault.ts';

/**
 * Makes the routes that follow take JSON in UTF-8 and nothing else. An empty body is undefined: clients send the
 * content type without a body, too.
 * @param code of the response to a body that cannot be parsed
 */
export function takeJson(app: FastifyInstance, code: 'validation_error' | 'unprocessable'): void {
  // `__proto__` and `constructor` are removed: like other unknown keys they are ignored.
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      const refuse = (reason: string) =>
        done(new ServiceError(code, `The body must be JSON in UTF-8; ${reason}`));
      if (body.byteLength === 0) return done(null, undefined);
      // Decoding would turn other bytes into replacement characters, and print those.
      if (!isUtf8(body)) return refuse('some of its bytes are not UTF-8');
      const text = body.toString().replace(/^\ufeff/, '');
      parse(request, text, (error, value) => {
        if (error === null) return done(null, value);
        const { line, column } = locateJsonFault(text);
        refuse(`it stops being JSON at line ${line}, column ${column}`);
      });
    },
  );
}
