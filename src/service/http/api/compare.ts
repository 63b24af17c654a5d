import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ComparisonRequest } from '../../../../schemas/comparison-request.ts';
import { documentErrors } from '../../../../schemas/error-responses.ts';
import { CONTENT_TYPES } from '../../../../schemas/formats.ts';
import { BYTES, FILE, file, RATE } from '../../../../schemas/shared/response.ts';
import { compareDocuments } from '../../use-cases/compare.ts';
import type { GenerationDependencies } from '../../use-cases/generate.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { sentRequest } from '../sent-request.ts';
import { requesterOf } from './authenticate.ts';
import { answerDocument } from './file-headers.ts';

export const compareRoute: FastifyPluginAsyncTypebox<{
  readonly dependencies: GenerationDependencies;
}> = async (app, { dependencies }) => {
  app.post(
    '/api/v1/documents/compare',
    {
      config: { right: 'generate', place: 'rendering' },
      schema: {
        operationId: 'compareDocuments',
        tag: 'documents',
        summary: 'Compare two documents of a text',
        description:
          'Answers with one Word file with tracked changes: accepting all of them gives the document of `to`, rejecting all ' +
          'that of `from`. The two have other data, other versions of the text, or both. What has moved is deleted and ' +
          'inserted. Fields of the data are named in errors by their paths in the body: `to.data.parties[0].definition`.',
        body: ComparisonRequest,
        response: {
          200: file('The comparison, which is a document of its own.', [CONTENT_TYPES.docx], BYTES, {
            ...FILE,
            ...RATE,
          }),
          ...documentErrors,
        },
      },
    },
    async (request, reply) => {
      const requester = requesterOf(request);
      const sent = sentRequest(request);
      const document = await compareDocuments(dependencies, requester, sent, hangUpSignal(reply));
      return answerDocument(request, reply, document);
    },
  );
};
