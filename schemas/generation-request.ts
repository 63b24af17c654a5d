import { type Static, Type } from '@sinclair/typebox';
import { DOCUMENT_FORMATS } from './formats.ts';
import sample from './non-disclosure-agreement/sample.json' with { type: 'json' };
import { DocumentOptions } from './options.ts';
import { flag, object, oneOf, text } from './shared/fields.ts';

/** The body of `POST /api/v1/documents/generate` (spec, "Generation request"). */
export const GenerationRequest = object(
  {
    templateId: text({
      title: 'Template',
      description: 'Identifier of the template.',
      example: 'non-disclosure-agreement',
    }),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      title: 'Data',
      description: "What goes into the document; its shape is the template's own schema.",
      additionalProperties: true,
    }),
    format: oneOf(DOCUMENT_FORMATS, { title: 'Format', description: 'Output format.', example: 'pdf' }),
    version: text({
      title: 'Version',
      description: 'Template version; the latest when it is `latest` or left out.',
      example: '1.0.0',
    }),
    custom: flag({
      title: 'Custom',
      description: "true: the company's own override of the template, never the global text.",
      example: false,
    }),
    strict: flag({
      title: 'Strict',
      description: 'true: what would be a warning is refused, as an invalid field.',
      example: true,
    }),
    options: DocumentOptions,
  },
  { required: ['templateId', 'data', 'format'] },
  {
    title: 'Request for a document',
    examples: [{ templateId: 'non-disclosure-agreement', format: 'pdf', strict: true, data: sample }],
  },
);

export type GenerationRequest = Readonly<Static<typeof GenerationRequest>>;
