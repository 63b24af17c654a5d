import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ServiceError } from '../../errors.ts';

/**
 * Registers a plugin's routes, and answers every other method on their paths with 405. The plugin's hooks run before
 * that, so that a caller without access does not learn which paths exist.
 */
export function refuseOtherMethods<Options extends object>(
  routes: FastifyPluginAsyncTypebox<Options>,
): FastifyPluginAsyncTypebox<Options> {
  return async (app, options) => {
    const known = new Map<string, string[]>();
    app.addHook('onRoute', ({ url, method }) => {
      known.set(url, [known.get(url) ?? [], method].flat());
    });
    await routes(app, options);
    for (const [url, methods] of [...known]) {
      const allow = methods.toSorted().join(', ');
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !methods.includes(method)),
        exposeHeadRoute: false,
        config: { isUncounted: true },
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new ServiceError('method_not_allowed', `The methods of this path are: ${allow}`);
        },
        handler: () => {},
      });
    }
  };
}
