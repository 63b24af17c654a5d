import type { Static } from '@sinclair/typebox';
import { GenerationRequest } from './generation-request.ts';
import sample from './non-disclosure-agreement/sample.json' with { type: 'json' };
import { DocumentOptions } from './options.ts';
import { component } from './shared/component.ts';
import { object } from './shared/fields.ts';

const { templateId, data, version, custom, strict } = GenerationRequest.properties;
const { paper, letterhead, employer } = DocumentOptions.properties;

const PreviewOptions = component(
  'schemas/PreviewOptions',
  object(
    { paper, letterhead, employer },
    {},
    {
      title: 'Options of a preview',
      description: 'What changes how the pages look; the other options are for the finished file.',
      additionalProperties: false,
    },
  ),
);

/** The body of `POST /api/v1/documents/preview`: that of `generate`, without the format. */
export const PreviewRequest = object(
  { templateId, data, version, custom, strict, options: PreviewOptions },
  { required: ['templateId', 'data'] },
  {
    title: 'Request for a preview',
    examples: [{ templateId: 'non-disclosure-agreement', data: sample }],
  },
);

export type PreviewRequest = Readonly<Static<typeof PreviewRequest>>;
