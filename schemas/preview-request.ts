import { type Static, Type } from '@sinclair/typebox';
import { GenerationRequest } from './generation-request.ts';
import sample from './non-disclosure-agreement/sample.json' with { type: 'json' };
import { DocumentOptions } from './options.ts';
import { TextParts } from './overrides.ts';
import { parameter } from './shared/answers.ts';
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

export const PreviewQuery = Type.Object({
  draft: parameter('^(true|false)$', 'false: without DRAFT across the pages. Default: true.', 'false'),
  origins: parameter(
    '^(true|false)$',
    'true, with `text`: words are links too, to where the text or a shared part has them, for an editor. Default: false.',
    'true',
  ),
});

/** A text that is not published. Its faults are answered as those of one that is. */
const text = Type.String({
  title: 'Text',
  description:
    'An unpublished text, as it would be published, at most 512 KiB: it is printed with the schema and the parts of ' +
    '`templateId` and `version`. Needs a key with the right `texts`.',
  examples: ['<p>{{ project }}</p>'],
});

/** Shared parts for such a text. */
const parts = {
  ...TextParts,
  title: 'Parts',
  description: 'Shared parts of your own for `text`, as they would be published with it.',
};

/** The body of `POST /api/v1/documents/preview`: that of `generate`, without the format. */
export const PreviewRequest = object(
  { templateId, data, version, custom, strict, options: PreviewOptions, text, parts },
  { required: ['templateId', 'data'] },
  {
    title: 'Request for a preview',
    examples: [{ templateId: 'non-disclosure-agreement', data: sample }],
  },
);

export type PreviewRequest = Readonly<Static<typeof PreviewRequest>>;
