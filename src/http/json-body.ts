import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { locateJsonFault } from '../validation/json-fault.ts';

/**
 * From here on, routes take JSON in UTF-8 and no other body, and none at all as undefined: clients send the content type
 * also with a request that has no body.
 * @param code what a body that cannot be read is answered with
 */
export function takeJson(app: FastifyInstance, code: 'validation_error' | 'unprocessable'): void {
  // Keys with a meaning of their own in JavaScript are unknown keys like any other: ignored.
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      const refuse = (reason: string) =>
        done(new ServiceError(code, `The body must be JSON in UTF-8; ${reason}`));
      if (body.byteLength === 0) return done(null, undefined);
      // Decoded, other bytes would become replacement characters, which nobody has written.
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
