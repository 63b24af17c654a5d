import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

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
  await app.register(swaggerUi, { routePrefix: '/docs' });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
