import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyInstance } from 'fastify';
import { answerError, routeNotFound } from '../error-handler.ts';
import { refuseOtherMethods } from '../other-methods.ts';

/** The page takes everything from here, and stands in nobody's frame. */
const CONTENT_SECURITY_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

export async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      components: {
        securitySchemes: {
          companyKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
          adminToken: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  });
  await app.register(refuseOtherMethods(docsRoutes));
}

const docsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // Whatever is wrong with a path to its files, it leads nowhere.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isPath = error.statusCode !== undefined && error.statusCode < 500;
    return answerError(isPath ? routeNotFound() : error, request, reply);
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: 'Document generation service' },
    uiConfig: { defaultModelsExpandDepth: -1, tryItOutEnabled: true },
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'));
};
