import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { previewErrors } from '../../../../schemas/error-responses.ts';
import { CONTENT_TYPES } from '../../../../schemas/formats.ts';
import { OverrideText } from '../../../../schemas/overrides.ts';
import { PreviewQuery, PreviewRequest } from '../../../../schemas/preview-request.ts';
import { BYTES, file, PREVIEW } from '../../../../schemas/shared/response.ts';
import { ServiceError } from '../../../errors.ts';
import { validationError } from '../../../templating/validation/accept.ts';
import { type PreviewDependencies, previewDocument } from '../../use-cases/preview.ts';
import type { SentRequest } from '../../use-cases/sent-request.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { requireBody } from '../json-body.ts';
import { limitTexts, OWN_TEXT_LIMIT_BYTES, TEXT_FIELDS } from '../own-texts/template-text.ts';
import { noteUnknownFields, sentRequest } from '../sent-request.ts';
import { requesterOf, requireRight } from './authenticate.ts';
import { fileHeaders } from './file-headers.ts';

interface PreviewRouteOptions {
  readonly generation: PreviewDependencies;
}

/** A page that shows the document asks for it again after each change, so it is not counted in the key's rate. */
export const previewRoute: FastifyPluginAsyncTypebox<PreviewRouteOptions> = async (app, { generation }) => {
  const { bodyLimit = 0 } = app.initialConfig;
  app.addHook('preValidation', requireBody);
  app.addHook('preValidation', noteUnknownFields);
  app.addHook('preValidation', async (request) => {
    if (hasText(request.body)) requireRight(request, 'texts');
  });

  app.post(
    '/api/v1/documents/preview',
    {
      config: { isUncounted: true, place: 'preview', isOnePerKey: true, longTexts: TEXT_FIELDS },
      bodyLimit: bodyLimit + OWN_TEXT_LIMIT_BYTES,
      schema: {
        operationId: 'previewDocument',
        tag: 'documents',
        summary: 'Show a document as it stands so far',
        description:
          'Takes the body of `generate` without `format`, and answers with the PDF as far as it is filled in, with DRAFT across ' +
          'every page unless the query says `draft=false`. A field of `data` that is missing or wrong is printed as a blank, and never an error. Each value and ' +
          'each blank of a field is a link: its address is `field:` and the path of the field, percent-encoded as ' +
          '`encodeURIComponent` does. For a form: call it while a person fills in, and hang up on the call before. It is ' +
          "not counted in the key's rate. With `text`, and `parts` for it, it prints that text in place of a published one; a fault of the text is " +
          '422, as when it is published. With the query `origins=true`, words of that text are links `origin:` to where they are written.',
        querystring: PreviewQuery,
        body: PreviewRequest,
        response: {
          200: file('The pages as they stand.', [CONTENT_TYPES.pdf], BYTES, PREVIEW),
          ...previewErrors,
        },
      },
    },
    async (request, reply) => {
      const { companyId } = requesterOf(request);
      const { bytes, template, ...facts } = await previewDocument(
        generation,
        limitText(sentRequest(request)),
        { isDraft: request.query.draft !== 'false', linksOrigins: request.query.origins === 'true' },
        { signal: hangUpSignal(reply), company: companyId, requestId: request.id },
      );
      const { templateId, version, origin: source } = template;
      const { warnings, blanks, timings } = facts;
      const counts = { bytes: bytes.byteLength, warnings: warnings.length, blanks: blanks.length };
      request.generated = { templateId, version, source, ...counts, ...timings };
      const disposition = `inline; filename="${templateId}-${version}-preview.pdf"`;
      reply.headers(fileHeaders({ ...facts, disposition, type: CONTENT_TYPES.pdf, bytes, version, source }));
      return bytes;
    },
  );
};

function hasText(body: unknown): boolean {
  const { text, parts }: { text?: unknown; parts?: unknown } = Object(body);
  return [text, parts].some((field) => field !== undefined && field !== null);
}

/** @throws ServiceError as publishing does, for a text that is blank or too large; validation_error for parts without a text */
function limitText(sent: SentRequest<PreviewRequest>): SentRequest<PreviewRequest> {
  const { text, parts } = sent.request;
  if (text === undefined && parts !== undefined) throw validationError({ missing: ['text'], invalid: [] });
  if (text === undefined) return sent;
  if (text.trim() === '')
    throw new ServiceError('unprocessable', `text is invalid; expected: ${OverrideText.description}.`);
  limitTexts({ text, parts });
  return sent;
}
