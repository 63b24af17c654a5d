import { type Static, Type } from '@sinclair/typebox';
import { DOCUMENT_FORMATS } from './formats.ts';
import { choice, parameter, textOrNull } from './shared/answers.ts';
import { component } from './shared/component.ts';

/** Query and answer of the route that reads a file that came back. */

export const ReadQuery = Type.Object({
  templateId: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'The template of the file, where the file does not name it.',
      examples: ['non-disclosure-agreement'],
    }),
  ),
  version: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Its version, where the file does not name it; the latest when it is left out.',
      examples: ['1.0.0'],
    }),
  ),
  custom: parameter(
    '^(true|false)$',
    "true for your company's own text, where the file does not say so.",
    'false',
  ),
});

const Clause = Type.String({
  description:
    'Where: the number in the text as made, or the heading above. Of an insertion the clause before it.',
  examples: ['12.3'],
});

const Author = textOrNull('Who tracked it, as the file says; null when nobody did.');

const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'When it was tracked, as the file says; null when it was not.',
});

const Path = Type.String({ examples: ['parties[0].rcName'] });

const Text = (description: string) => Type.String({ description });

export const Reading = component(
  'schemas/Reading',
  Type.Object(
    {
      document: Type.Object(
        {
          documentId: textOrNull('As the request or the file says; null when neither says one.'),
          templateId: Type.String({ examples: ['non-disclosure-agreement'] }),
          version: Type.String({ examples: ['1.0.0'] }),
          source: choice(['global', 'custom'], { description: 'Whose text it is.' }),
          templateSha256: Type.String({ description: 'Of the text with which the file was compared.' }),
          format: choice(DOCUMENT_FORMATS),
        },
        { description: 'What the file is.' },
      ),
      data: Type.Record(Type.String(), Type.Unknown(), {
        description:
          'What the document says now, by the schema of its template. A blank that is not filled in is absent.',
      }),
      filledIn: Type.Array(Path, {
        description: 'The fields that were printed as blanks and have a value now.',
      }),
      faults: Type.Object(
        {
          missing_fields: Type.Array(Type.String()),
          invalid_fields: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
        },
        { description: 'What `validate` would refuse of the data.' },
      ),
      warnings: Type.Array(
        Type.Object({
          code: Type.String({
            description:
              'As `validate` gives them; or `ambiguous`: the text does not tell what the value is; or `no_field`: a blank of no field is filled in.',
            examples: ['unlikely_value'],
          }),
          field: Type.String(),
          message: Type.String(),
        }),
        { description: 'What `validate` would warn of, and what the text leaves open.' },
      ),
      changes: Type.Array(
        Type.Object({
          clause: Clause,
          heading: Text('Of the clause; empty if it has none. Of a note: Footnote or Endnote.'),
          number: Type.Optional(
            Text(
              'Of a clause that was inserted: the number that it has now; left out of one without a number.',
            ),
          ),
          kind: choice(['inserted', 'deleted', 'changed', 'marked']),
          was: Text('The text as made; empty for an insertion.'),
          now: Text('The text now; empty for a deletion.'),
          tracked: Type.Boolean({ description: 'false: the change was made and nobody marked it.' }),
          author: Author,
          at: Moment,
          mark: Type.Optional(
            Text(
              'Of the kind marked: struck through, hidden, white, in the colour of its ground, smaller than 4 pt, in a font of signs, ' +
                'squeezed, cut off, off its line, beside drawings, from right to left; of a number written into the number, without its number, ' +
                'numbered 5., on another level; of a reference refers to another clause, computed anew.',
            ),
          ),
        }),
        {
          description:
            'Word: the differences from the text outside of fields, with tracked changes accepted; also of headers and footers ' +
            '(the clause is Header or Footer) and of pictures (the words are [picture]). PDF: what was appended, by page; of one ' +
            'that was written or printed anew, the words that differ.',
        },
      ),
      renumbered: Type.Optional(
        Type.Array(
          Type.Object({
            was: Text('The number in the text as made.'),
            now: Text('The number that Word shows now.'),
            heading: Text('Of the clause; empty if it has none.'),
          }),
          {
            description:
              'Word: the clauses that have another number, since others were inserted or deleted; those within one of them that keep ' +
              'their place in it are not named. Left out when there are none.',
          },
        ),
      ),
      brokenReferences: Type.Optional(
        Type.Array(
          Type.Object({
            clause: Clause,
            heading: Text('Of the clause; empty if it has none.'),
            to: Text('The number of the clause that was deleted.'),
          }),
          {
            description: 'Word: the references to clauses that were deleted. Left out when there are none.',
          },
        ),
      ),
      comments: Type.Array(
        Type.Object({ clause: Clause, author: Type.String(), at: Moment, text: Type.String() }),
        {
          description: 'Word: the comments.',
        },
      ),
      changedValues: Type.Union(
        [
          Type.Array(
            Type.Object({
              path: Path,
              title: Text('Of the field.'),
              was: textOrNull('As it was printed, with unit and currency; null when nobody knows it.'),
              now: Text('What stands there now, with unit and currency; empty when nothing does.'),
              tracked: Type.Boolean({ description: 'false: nobody marked the change.' }),
              author: Author,
              at: Moment,
            }),
          ),
          Type.Null(),
        ],
        {
          description:
            "The fields whose value is another one than was printed; null when your company's trail does not have the document, and " +
            'the request not its data.',
        },
      ),
      signatures: Type.Array(
        Type.Object({
          signer: Text('The name in the certificate. The signature itself is not checked.'),
          coversWholeFile: Type.Boolean({ description: 'false: something was added after it.' }),
        }),
        { description: 'PDF: the signatures.' },
      ),
      notCompared: Type.Array(Type.String(), {
        description:
          'What stands in the file and was not compared. If there is anything, the verdict is changed or unknown.',
      }),
      baseline: choice(['text', 'against'], {
        description:
          'What `changes` and `changedValues` are the differences from: the text as made, or the file that the request has as ' +
          '`against`.',
      }),
      verdict: choice(['as made', 'filled in', 'changed', 'unknown'], {
        description:
          'as made: nothing was changed. filled in: only blanks were. changed: something else was. unknown: your ' +
          "company's trail does not have the document, and the request not its data; or a PDF has other bytes and the same words.",
      }),
    },
    { title: 'Reading', description: 'What a file says that came back.' },
  ),
);

export type Reading = Static<typeof Reading>;
