import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';

/**
 * From here on, routes take JSON in UTF-8 and no other body, and none at all as `null`: clients send the content type
 * also with a request that has no body.
 * @param refusal what a body that cannot be read is answered with
 */
export function takeJson(app: FastifyInstance, refusal: 'validation_error' | 'unprocessable'): void {
  // Keys with a meaning of their own in JavaScript are unknown keys like any other: ignored.
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      const refuse = () => done(new ServiceError(refusal, 'The body must be well-formed JSON in UTF-8'));
      if (body.byteLength === 0) return done(null, null);
      // Of other bytes a text would be made that nobody has written, with a replacement character for each.
      if (!isUtf8(body)) return refuse();
      parse(request, body.toString(), (error, value) => (error === null ? done(null, value) : refuse()));
    },
  );
}
