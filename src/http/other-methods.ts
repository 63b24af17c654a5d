import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ServiceError } from '../errors.ts';

/**
 * A plugin with the routes of another one, which answers every other method on their paths with 405. That comes after
 * the hooks of the plugin, so that a caller who may not know of a path does not learn of it.
 */
export function refuseOtherMethods<Options extends object>(
  routes: FastifyPluginAsyncTypebox<Options>,
): FastifyPluginAsyncTypebox<Options> {
  return async (app, options) => {
    const paths = new Set<string>();
    app.addHook('onRoute', ({ url }) => {
      paths.add(url);
    });
    await routes(app, options);
    for (const url of [...paths]) {
      const isKnown = (method: string) => app.hasRoute({ url, method });
      const allow = app.supportedMethods.filter(isKnown).sort().join(', ');
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !isKnown(method)),
        exposeHeadRoute: false,
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new ServiceError('method_not_allowed', `The methods of this path are: ${allow}`);
        },
        handler: () => {},
      });
    }
  };
}
