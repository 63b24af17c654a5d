import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyInstance } from 'fastify';
import { answerError, routeNotFound } from './error-handler.ts';
import { refuseOtherMethods } from './other-methods.ts';

/** The interface description, made from the routes' own schemas: `/openapi.json` for programs, `/docs` for people. */
export async function describeInterface(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Document generation service',
        description:
          "Merges a caller's data into a versioned legal template and answers with a PDF or Word file.",
        version: '1',
      },
      components: {
        securitySchemes: {
          companyKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
          adminToken: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  });
  await app.register(refuseOtherMethods(interfaceRoutes));
}

const interfaceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // Whatever is wrong with a path to its files, it leads nowhere.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isPath = error.statusCode !== undefined && error.statusCode < 500;
    return answerError(isPath ? routeNotFound() : error, request, reply);
  });
  await app.register(swaggerUi, { routePrefix: '/docs' });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'));
};
