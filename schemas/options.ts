import type { Static } from '@sinclair/typebox';
import { component } from './shared/component.ts';
import { flag, object, oneOf, text } from './shared/fields.ts';
import { PAPERS } from './shared/paper.ts';

/**
 * `options` of a request for a document: how the file is made. They are the service's own, so an unknown option is an
 * error.
 */
export const DocumentOptions = component(
  'schemas/DocumentOptions',
  object(
    {
      paper: oneOf([...PAPERS], {
        title: 'Paper',
        description: "Size of the paper; when left out, that of the text, which is A4 in the service's own.",
        example: 'Letter',
      }),
      letterhead: flag({
        title: 'Letterhead',
        description:
          "Whether the file carries the logo, colour and footer of the company's profile. Default: true.",
        example: false,
      }),
      employer: oneOf(['profile', 'blank'], {
        title: 'Employer',
        description:
          "Where the company's own side is from when the caller sends none of it. Default: profile.",
        example: 'blank',
      }),
      fillable: oneOf(['blanks', 'all', 'none'], {
        title: 'Fields to fill in',
        description:
          'blanks: what is left out is a form field (PDF) or a content control (Word); all: in Word, given values are ' +
          'content controls too; none: ruled blanks as on paper. Default: blanks.',
        example: 'none',
      }),
      signatures: oneOf(['lines', 'fields', 'docusign', 'documenso', 'docuseal', 'adobe'], {
        title: 'Signatures',
        description:
          'lines to write on; signature fields, in a PDF alone; or the text tags of a provider. Default: lines.',
        example: 'fields',
      }),
      draft: flag({
        title: 'Draft',
        description: 'Whether DRAFT stands across every page. Default: false.',
        example: true,
      }),
      toc: flag({
        title: 'Table of contents',
        description: 'Whether the file has a table of contents, under the heading Contents. Default: false.',
        example: true,
      }),
      wordMode: oneOf(['plain', 'tracked', 'forms'], {
        title: 'Word mode',
        description:
          'How a Word file opens. plain: to be edited; tracked: with changes tracked; forms: only its content controls ' +
          'can be edited. Default: plain.',
        example: 'tracked',
      }),
      archive: flag({
        title: 'Archive',
        description: 'Whether the PDF is PDF/A-3a; fillable is none then. Default: false.',
        example: true,
      }),
      at: {
        ...text({
          title: 'Moment of making',
          description:
            'The moment that the file names as its making, with its offset, in the years 1980 to 2099. The same request with the ' +
            'same moment gives the same bytes. Default: now.',
          example: '2026-11-22T18:00:00Z',
        }),
        format: 'instant',
      },
      embedData: flag({
        title: 'Data inside',
        description: 'Whether the file holds the data that was printed, as data.json. Default: false.',
        example: true,
      }),
      fileName: {
        ...text({
          title: 'File name',
          description:
            'The name of the file, without its extension: a pattern with fields of the data in braces, as in the names of a ' +
            'batch. At most 120 characters of it are used. When a field of it is left out, and by default, the name is ' +
            'that of the template with its version.',
          example: '{lastName}-{firstName}',
        }),
        maxLength: 500,
      },
    },
    {},
    { title: 'Options', description: 'How the file is made.', additionalProperties: false },
  ),
);

export type DocumentOptions = Readonly<Static<typeof DocumentOptions>>;

/**
 * The options as every step takes them, with their defaults filled in. `paper` stays undefined, which means the paper of
 * the text. `at` is in UTC and undefined only for a document that nobody requested. The name of the file changes nothing in it.
 */
export type CompleteOptions = Required<Omit<DocumentOptions, 'paper' | 'at' | 'fileName'>> & {
  readonly paper?: DocumentOptions['paper'] | undefined;
  readonly at?: string | undefined;
};
