import { SERVICE_VERSION } from '../service-version.ts';
import { Components } from './components.ts';
import type { DescribedRoute } from './described-routes.ts';
import { describeOperation, type PublishedBodies } from './operation.ts';
import { DESCRIPTION, TAGS, TITLE } from './texts.ts';

/**
 * The interface as OpenAPI 3.1.
 * @param routes in any order; they are published in the order of their tags
 * @param bodies the published bodies that have more details than the schema that validates them
 */
export function describeInterface(routes: readonly DescribedRoute[], bodies: PublishedBodies): object {
  const components = new Components();
  const paths = new Map<string, Record<string, unknown>>();
  const rank = ({ tag }: DescribedRoute) => TAGS.findIndex(({ name }) => name === tag);
  for (const route of routes.toSorted((one, other) => rank(one) - rank(other))) {
    const operations = paths.get(route.path) ?? {};
    operations[route.method] = components.publish(describeOperation(route, bodies));
    paths.set(route.path, operations);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version: SERVICE_VERSION,
      description: DESCRIPTION,
      contact: { name: 'Whoever operates this service' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [
      // First an absolute address: most tools take the first one as it stands, wherever the description is from.
      {
        url: 'http://127.0.0.1:3000',
        description: 'A service on this machine. Put the address of yours here.',
      },
      { url: '/', description: 'The service that this description is from.' },
    ],
    tags: TAGS.filter(({ name }) => routes.some(({ tag }) => tag === name)),
    paths: Object.fromEntries(paths),
    components: {
      ...components.toJSON(),
      securitySchemes: {
        companyKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Key',
          description:
            "A company's key, `dgs_live_…`. Whoever operates the service issues it, and shows it once.",
        },
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `ADMIN_TOKEN` that the service was started with.',
        },
      },
    },
  };
}
