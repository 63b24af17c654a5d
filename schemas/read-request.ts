import { type Static, Type } from '@sinclair/typebox';
import { DOCUMENT_FORMATS } from './formats.ts';
import { GenerationRequest } from './generation-request.ts';
import sample from './non-disclosure-agreement/sample.json' with { type: 'json' };
import { flag, NON_BLANK, object, oneOf, text } from './shared/fields.ts';

/** The JSON body of `POST /api/v1/documents/read`: a file that came back, with what the caller knows of it. */

const FILE = 'UEsDBBQAAAAIAA==';

const file = (title: string, description: string) =>
  Type.String({
    ...{ title, description, examples: [FILE] },
    ...{ pattern: NON_BLANK, contentEncoding: 'base64' },
  });

export const ReadRequest = object(
  {
    file: file('File', 'The file that came back.'),
    format: oneOf(DOCUMENT_FORMATS, { title: 'Format', description: 'Its format.', example: 'docx' }),
    data: {
      ...GenerationRequest.properties.data,
      description:
        'What was sent to make the document, as in its request. The values of the file are compared with these; without them, with ' +
        "those of your company's trail.",
    },
    against: file(
      'File sent last',
      'The Word file that was sent last, for what is new since then: with its tracked changes accepted, it takes the place of the ' +
        'text as made. Of a Word file only.',
    ),
    documentId: Type.String({
      pattern: '^[\\dA-Fa-f]{8}(-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}$',
      title: 'Document',
      description:
        'the documentId of the document that was sent, a UUID; without it, the one that the file names',
      examples: ['1b4e28ba-2fa1-5d2a-883f-0016d3cca427'],
    }),
    templateId: text({
      title: 'Template',
      description: 'The template of the file, where neither the file nor the trail names it.',
      example: 'non-disclosure-agreement',
    }),
    version: text({
      title: 'Version',
      description: 'Its version, where neither names it; the latest when it is left out.',
      example: '1.0.0',
    }),
    custom: flag({
      title: 'Custom',
      description: "true for your company's own text, where neither says so.",
      example: false,
    }),
    report: oneOf(DOCUMENT_FORMATS, {
      title: 'Report',
      description: 'For the answer as a document, to keep beside the file: its format.',
      example: 'pdf',
    }),
  },
  { required: ['file', 'format'] },
  {
    title: 'Request to read a file',
    examples: [{ file: FILE, format: 'docx', data: sample }],
  },
);

/** The fields that hold files, to which the limit of characters does not apply. */
export const READ_FILES = ['file', 'against'];

export type ReadRequest = Readonly<Static<typeof ReadRequest>>;
