import { type Static, Type } from '@sinclair/typebox';
import { GenerationRequest } from './generation-request.ts';
import sample from './non-disclosure-agreement/sample.json' with { type: 'json' };
import { DocumentOptions } from './options.ts';
import { component, OF_REQUESTS } from './shared/component.ts';
import { object, text } from './shared/fields.ts';

/** Who changed something, in a Word file, unless the request says it. */
export const DEFAULT_AUTHOR = 'Document generation service';

const { templateId, custom, data, version, strict } = GenerationRequest.properties;
const { archive, signatures, wordMode, ...others } = DocumentOptions.properties;

/** Without what no Word file has, and without what would keep its changes from being accepted or rejected. */
const ComparisonOptions = component(
  'schemas/ComparisonOptions',
  object(
    {
      ...others,
      signatures: Type.Unsafe<Exclude<Static<typeof signatures>, 'fields'>>({
        ...signatures,
        enum: signatures.enum.filter((one: string) => one !== 'fields'),
        description: 'lines to write on, or the text tags of a provider. Default: lines.',
        examples: ['docusign'],
      }),
      wordMode: Type.Unsafe<Exclude<Static<typeof wordMode>, 'forms'>>({
        ...wordMode,
        enum: wordMode.enum.filter((one: string) => one !== 'forms'),
        description:
          'How the file opens. plain: to be edited; tracked: with further changes tracked. Default: plain.',
      }),
    },
    {},
    {
      title: 'Options of a comparison',
      description: 'How both documents are made: the options of a Word file.',
      additionalProperties: false,
    },
  ),
);

const Side = component(
  'schemas/ComparedDocument',
  Type.Object(
    { version: Type.Optional(version), data },
    {
      title: 'Compared document',
      description: 'The version of the text, and the data.',
      [OF_REQUESTS]: true,
    },
  ),
);

/** The body of `POST /api/v1/documents/compare`. */
export const ComparisonRequest = object(
  {
    templateId,
    custom,
    from: Side,
    to: Side,
    options: ComparisonOptions,
    strict,
    author: {
      ...text({
        title: 'Author',
        description: `Who the changes are by, in the file. Default: ${DEFAULT_AUTHOR}.`,
        example: 'Ada Obi',
      }),
      maxLength: 255,
    },
  },
  { required: ['templateId', 'from', 'to'] },
  {
    title: 'Request for a comparison',
    examples: [
      {
        templateId: 'non-disclosure-agreement',
        from: { data: sample },
        to: { data: { ...sample, effectiveDate: '2027-03-01' } },
      },
    ],
  },
);

export type ComparisonRequest = Readonly<Static<typeof ComparisonRequest>>;
