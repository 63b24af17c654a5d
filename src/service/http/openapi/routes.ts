import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { catalogueErrors } from '../../../../schemas/error-responses.ts';
import { GenerationRequest } from '../../../../schemas/generation-request.ts';
import { CONDITIONAL, empty, json } from '../../../../schemas/shared/response.ts';
import type { Catalogue } from '../../../templating/templates/catalogue.ts';
import { type CustomTexts, type CustomVersions, inUse } from '../../../templating/templates/custom.ts';
import { answerPublicTexts } from '../public-texts.ts';
import { describeInterface } from './describe-interface.ts';
import type { DescribedRoute } from './described-routes.ts';
import { IF_NONE_MATCH } from './operation.ts';
import { requestForms } from './request-forms.ts';

interface InterfaceRoutesOptions {
  /** The routes of the whole service; complete once it listens. */
  readonly routes: readonly DescribedRoute[];
  readonly catalogue: Catalogue;
  readonly customTexts: Pick<CustomTexts, 'versionsOf'>;
  /** The hooks that check the key and the rate, in this order, if a key is sent. */
  readonly admission: readonly onRequestAsyncHookHandler[];
}

/** Maximum number of cached descriptions, of 250 KB each. */
const MAX_DESCRIPTIONS = 20;

const OpenApiSchema = Type.Unsafe<string>({
  type: 'object',
  description: 'OpenAPI 3.1.',
});

/** @param own the versions of the requesting company; undefined for the public description */
export function wholeInterface(
  routes: readonly DescribedRoute[],
  catalogue: Catalogue,
  own?: CustomVersions,
): object {
  return describeInterface(routes, new Map([[GenerationRequest, requestForms(catalogue, own)]]));
}

/** The description of the interface: the public one, or that for the company whose key is sent. */
export const interfaceRoutes: FastifyPluginAsyncTypebox<InterfaceRoutesOptions> = async (
  app,
  { routes, catalogue, customTexts, admission },
) => {
  // Made on request, in about 20 ms. Companies without their own versions share one.
  const made = new LRUCache<string, string>({ max: MAX_DESCRIPTIONS });
  const describe = (own?: CustomVersions): string => {
    const key = own === undefined ? '' : JSON.stringify([...own]);
    const text = made.get(key) ?? JSON.stringify(wholeInterface(routes, catalogue, own));
    made.set(key, text);
    return text;
  };

  answerPublicTexts(app);
  app.get(
    '/openapi.json',
    {
      onRequest: admission.map(whereKeySent),
      schema: {
        operationId: 'describeInterface',
        tag: 'operations',
        summary: 'Read this description',
        description:
          "OpenAPI 3.1 with the data of every version of every template. With a key: with the company's own versions, and " +
          'without those of others.',
        security: [{}, { companyKey: [] }],
        parameters: [IF_NONE_MATCH],
        response: {
          200: json('This description.', OpenApiSchema, CONDITIONAL),
          304: empty('What you keep is still right.', CONDITIONAL),
          ...catalogueErrors,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-cache').type('application/json; charset=utf-8');
      return describe(
        request.sender === null ? undefined : inUse(await customTexts.versionsOf(request.sender.companyId)),
      );
    },
  );
};

function whereKeySent(hook: onRequestAsyncHookHandler): onRequestAsyncHookHandler {
  return async function (request, reply) {
    if (isKeySent(request)) await hook.call(this, request, reply);
  };
}

function isKeySent({ raw }: FastifyRequest): boolean {
  return raw.headersDistinct['x-key']?.some((key) => key.trim() !== '') ?? false;
}
