import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { textErrors } from '../../../../schemas/admin-error-responses.ts';
import { OverrideText, OwnText, TextParams, TextReview } from '../../../../schemas/overrides.ts';
import { json } from '../../../../schemas/shared/response.ts';
import { type ReviewDependencies, reviewText } from '../../use-cases/own-texts/publish.ts';
import { requesterOf } from '../api/authenticate.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { requireIdentifiers } from '../identifiers.ts';
import { COMPANY } from './doors.ts';
import {
  DEFINITION_DEPTH,
  OWN_TEXT_LIMIT_BYTES,
  TEXT_FIELDS,
  takeTemplateText,
  writtenText,
} from './template-text.ts';

/** The check of a text that a person is writing. */
export const reviewRoute: FastifyPluginAsyncTypebox<ReviewDependencies> = async (app, dependencies) => {
  takeTemplateText(app);
  app.addHook('onRequest', requireIdentifiers);

  app.post(
    `${COMPANY.base}/:templateId/versions/:version/check`,
    {
      config: {
        ...{ ...COMPANY.config, isUncounted: true, place: 'rendering', isOnePerKey: true },
        longTexts: TEXT_FIELDS,
        jsonDepth: DEFINITION_DEPTH,
      },
      bodyLimit: OWN_TEXT_LIMIT_BYTES,
      schema: {
        tag: 'texts',
        operationId: 'reviewText',
        summary: 'Check a text before it is published',
        description:
          'Says what publishing it as this version would say, and publishes and prints nothing. For an editor: call it while a ' +
          "person writes, and hang up on the call before. It is not counted in the key's rate.",
        response: {
          200: json('All faults at once, and what is probably a mistake.', TextReview),
          ...textErrors([404, 413, 415, 422], { isCounted: false }),
        },
        params: TextParams,
        body: OwnText,
        otherBodies: { 'text/html': OverrideText },
      },
    },
    async (request, reply) => {
      const { companyId } = requesterOf(request);
      const { faults, warnings } = await reviewText(
        dependencies,
        { companyId, ...request.params },
        writtenText(request.body),
        { signal: hangUpSignal(reply), company: companyId, requestId: request.id },
      );
      return { faults: [...faults], warnings: [...warnings] };
    },
  );
};
