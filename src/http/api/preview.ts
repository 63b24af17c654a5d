import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { previewErrors } from '../../../schemas/error-responses.ts';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import { PreviewRequest } from '../../../schemas/preview-request.ts';
import { file, PREVIEW } from '../../../schemas/shared/response.ts';
import { readPreviewEnvelope } from '../../documents/envelope.ts';
import { type PreviewDependencies, previewDocument } from '../../documents/preview.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { callerOf } from './authenticate.ts';
import { fileHeaders } from './file-headers.ts';

const Pdf = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

/** A page that shows the document asks for it again after each change, so it is not counted in the key's rate. */
export const previewRoute: FastifyPluginAsyncTypebox<{ readonly dependencies: PreviewDependencies }> = async (
  app,
  { dependencies },
) => {
  app.post(
    '/api/v1/documents/preview',
    {
      config: { isUncounted: true },
      schema: {
        operationId: 'previewDocument',
        tag: 'documents',
        summary: 'Show a document as it stands so far',
        description:
          'Takes the body of `generate` without `format`, and answers with the PDF as far as it is filled in, with DRAFT across ' +
          'every page. A field of `data` that is missing or wrong is printed as a blank, and never an error. Each value and ' +
          'each blank of a field is a link: its address is `field:` and the path of the field, percent-encoded as ' +
          '`encodeURIComponent` does. For a form: call it while a person fills in, and hang up on the call before. It is ' +
          "not counted in the key's rate.",
        security: [{ companyKey: [] }],
        body: PreviewRequest,
        response: {
          200: file('The pages as they stand.', [CONTENT_TYPES.pdf], Pdf, PREVIEW),
          ...previewErrors,
        },
      },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request);
      const { bytes, template, ...facts } = await previewDocument(
        dependencies,
        readPreviewEnvelope(request.body),
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
