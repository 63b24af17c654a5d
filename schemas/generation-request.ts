import { Type } from '@sinclair/typebox';
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
    }),
    format: oneOf(['pdf', 'docx'], { title: 'Format', description: 'Output format.', example: 'pdf' }),
    version: text({
      title: 'Version',
      description: 'Template version; the latest when left out.',
      example: '1.0.0',
    }),
    custom: flag({
      title: 'Custom',
      description: "true: the company's own override of the template, never the global text.",
      example: false,
    }),
  },
  { required: ['templateId', 'data', 'format'] },
);

export type DocumentFormat = 'pdf' | 'docx';

export interface GenerationRequest {
  readonly templateId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly format: DocumentFormat;
  readonly version?: string;
  readonly custom?: boolean;
}
