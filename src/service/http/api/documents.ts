import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ComparisonRequest } from '../../../../schemas/comparison-request.ts';
import { documentErrors } from '../../../../schemas/error-responses.ts';
import { CONTENT_TYPES } from '../../../../schemas/formats.ts';
import { GenerationRequest } from '../../../../schemas/generation-request.ts';
import { BYTES, FILE, file, json, RATE } from '../../../../schemas/shared/response.ts';
import { Valid } from '../../../../schemas/valid.ts';
import { compareDocuments } from '../../use-cases/compare.ts';
import { type GenerationDependencies, generateDocument } from '../../use-cases/generate.ts';
import { validateRequest } from '../../use-cases/validate.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { requireBody } from '../json-body.ts';
import { noteUnknownFields, sentRequest } from '../sent-request.ts';
import { requesterOf } from './authenticate.ts';
import { answerDocument } from './file-headers.ts';

export interface DocumentRoutesOptions {
  readonly generation: GenerationDependencies;
}

export const documentRoutes: FastifyPluginAsyncTypebox<DocumentRoutesOptions> = async (
  app,
  { generation },
) => {
  app.addHook('preValidation', requireBody);
  app.addHook('preValidation', noteUnknownFields);

  app.post(
    '/api/v1/documents/generate',
    {
      config: { right: 'generate', place: 'document' },
      schema: {
        operationId: 'generateDocument',
        tag: 'documents',
        summary: 'Generate a document',
        description:
          'Merges your data into a template and answers with the finished file, a PDF or a Word file. The same request may be ' +
          'sent again at any time: it makes the document again and changes nothing. Hanging up cancels the work.',
        body: GenerationRequest,
        response: {
          200: file('The finished document.', Object.values(CONTENT_TYPES), BYTES, { ...FILE, ...RATE }),
          ...documentErrors,
        },
      },
    },
    async (request, reply) => {
      const requester = requesterOf(request);
      const sent = sentRequest(request);
      const document = await generateDocument(generation, requester, sent, hangUpSignal(reply));
      return answerDocument(request, reply, document);
    },
  );

  app.post(
    '/api/v1/documents/validate',
    {
      config: { place: 'rendering' },
      schema: {
        operationId: 'validateDocument',
        tag: 'documents',
        summary: 'Check a request for a document',
        description:
          'Takes the body of `generate`, makes all of its checks with the same errors, and makes no document. Names the values ' +
          'that are most likely not meant, and the fields that would be printed as blanks. For a form: call it while a person ' +
          'fills in, and show each message beside its field.',
        body: GenerationRequest,
        response: {
          200: json('Nothing is missing and nothing is wrong; the lists say what to look at.', Valid, RATE),
          ...documentErrors,
        },
      },
    },
    async (request, reply) => {
      const { companyId } = requesterOf(request);
      return await validateRequest(generation, companyId, sentRequest(request), hangUpSignal(reply));
    },
  );

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
      const document = await compareDocuments(generation, requester, sent, hangUpSignal(reply));
      return answerDocument(request, reply, document);
    },
  );
};
