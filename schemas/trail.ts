import { type Static, type TString, Type } from '@sinclair/typebox';
import { DOCUMENT_FORMATS } from './formats.ts';
import { choice, moment, parameter, type Stored, textOrNull } from './shared/answers.ts';
import { component } from './shared/component.ts';

/** Requests and responses of the trail's routes. The description of an input becomes part of its error message. */

const MOMENT = 'a date, or a date and time with its zone: 2026-11-21 or 2026-11-21T09:30:00Z';

const UUID = '[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}';

/** Of `nextCursor`. */
const CURSOR = '^\\d{1,13}-[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$';

const Sha256 = (description: string) =>
  Type.String({
    pattern: '^[\\da-fA-F]{64}$',
    description,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  });

const orNull = (schema: TString) =>
  Type.Union([schema, Type.Null()], { description: schema.description ?? '' });

export const PageQuery = Type.Object({
  limit: parameter(
    '^([1-9]\\d{0,2}|1000)$',
    'entries at the most: a whole number from 1 to 1000; 100 when it is left out',
    '20',
  ),
  cursor: Type.Optional(
    Type.String({
      pattern: CURSOR,
      description: 'the nextCursor of the page before, as it is',
    }),
  ),
});

const Before = Type.Union(
  [
    // The message of a wrong value has the first description.
    Type.String({
      pattern: CURSOR,
      description: `the nextCursor of the page before, as it is; or ${MOMENT}: entries that are older`,
    }),
    Type.String({ format: 'moment' }),
  ],
  {
    description: `the nextCursor of the page before, as it is; or ${MOMENT}: entries that are older`,
    examples: ['2026-12-01'],
  },
);

export const OwnPageQuery = Type.Object(
  {
    before: Type.Optional(Before),
    limit: parameter(
      '^([1-9]\\d?|100)$',
      'entries at the most: a whole number from 1 to 100; 20 when it is left out',
      '20',
    ),
  },
  { additionalProperties: false },
);

export const CompanyPageQuery = Type.Object({
  from: Type.Optional(
    Type.String({ format: 'moment', description: `the first moment: ${MOMENT}`, examples: ['2026-11-01'] }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'moment',
      description: `the first moment that is too late: ${MOMENT}`,
      examples: ['2026-12-01'],
    }),
  ),
  templateId: parameter('^[\\w.+-]{1,128}$', 'the id of a template', 'non-disclosure-agreement'),
  version: parameter('^[\\w.+-]{1,64}$', 'an exact version', '1.0.0'),
  source: parameter(
    '^(global|custom)$',
    "global for the texts of the catalogue, custom for the company's own",
    'custom',
  ),
  ...PageQuery.properties,
});

export const DocumentParams = Type.Object({
  document: Type.String({
    pattern: `^([\\da-fA-F]{64}|${UUID})$`,
    description:
      'the SHA-256 of the file, 64 hexadecimal digits, or the documentId that the file names, a UUID',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
});

export const DocumentIdParams = Type.Object({
  documentId: Type.String({
    pattern: `^${UUID}$`,
    description: 'the documentId that the file names, a UUID',
    examples: ['5d41402a-bc4b-8a76-b971-9d911017c592'],
  }),
});

export const OwnDocumentsQuery = Type.Object(
  {
    templateId: Type.Optional(CompanyPageQuery.properties.templateId),
    documentId: Type.Optional(DocumentIdParams.properties.documentId),
    sha256: Type.Optional(Sha256('the SHA-256 of a file, 64 hexadecimal digits')),
    ...OwnPageQuery.properties,
  },
  { additionalProperties: false },
);

const Milliseconds = Type.Number({ minimum: 0 });

const StepTimes = Type.Partial(
  Type.Object({ queue: Milliseconds, template: Milliseconds, print: Milliseconds, convert: Milliseconds }),
);

export const TrailEntry = component(
  'schemas/TrailEntry',
  Type.Object(
    {
      companyId: Type.String({ description: 'Whose key asked for it.', examples: ['blue-moon-studios'] }),
      keyId: Type.String({ description: 'Which key.', examples: ['k3x7qd2m'] }),
      requestId: orNull(Type.String({ description: 'The X-Request-Id of its answer. Null for refusals.' })),
      requestedAt: moment('When it was asked for; of refusals, the minute.'),
      action: Type.Optional(
        Type.Literal('seal', {
          description:
            'The file was sealed, not made: what follows about its text is what the file says of itself, or null. Left out ' +
            'in all other entries.',
        }),
      ),
      templateId: orNull(
        Type.String({
          description: 'The template. Null for refusals, and for the seal of a file of another program.',
          examples: ['non-disclosure-agreement'],
        }),
      ),
      version: orNull(Type.String({ description: 'The version that was used.', examples: ['1.0.0'] })),
      source: Type.Union([choice(['global', 'custom']), Type.Null()], {
        description: "Whether the text was the catalogue's or the company's own.",
      }),
      templateSha256: orNull(
        Sha256(
          "Of the company's own text; or of the catalogue's with every shared part that it uses. Null where the template is.",
        ),
      ),
      documentId: Type.Union([Type.String({ pattern: `^${UUID}$` }), Type.Null()], {
        description:
          'The id that the file itself names, also after it was filled in. Null where the template is.',
        examples: ['5d41402a-bc4b-8a76-b971-9d911017c592'],
      }),
      format: Type.Union([choice(DOCUMENT_FORMATS), Type.Null()], { description: 'Null for refusals.' }),
      outcome: choice(['ok', 'failed', 'refused', 'aborted'], {
        description:
          'ok: the file was made. failed: it could not be, or not in time. aborted: the caller hung up before it was made. ' +
          'refused: the requests of the key in a minute that were answered 503 or 429.',
      }),
      count: Type.Optional(
        Type.Integer({ description: 'The number of refused requests. Left out in all other entries.' }),
      ),
      sha256: orNull(Sha256('Of the file; null when there is none.')),
      bytes: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Size of the file; null when there is none.',
      }),
      milliseconds: Type.Union([Type.Object({ total: Milliseconds, ...StepTimes.properties }), Type.Null()], {
        description: 'How long it took: in all, and by step when there is a file. Null for refusals.',
      }),
    },
    {
      title: 'Trail entry',
      description:
        'A request for a document, and what became of it; or the refused requests of a key in a minute.',
    },
  ),
);

export const TrailPage = Type.Object(
  {
    documents: Type.Array(TrailEntry),
    nextCursor: textOrNull('Asks for the page after this one, as cursor; null when this is the last.'),
  },
  { description: 'The newest first.' },
);

/** Milliseconds of each step, in order; `queue` is the time between the steps. */
export type StepTimes = Readonly<Static<typeof StepTimes>>;
export type TrailEntry = Static<typeof TrailEntry>;
/** Who refused requests came from, in which minute. */
export type RefusalRecord = Pick<StoredRecord, 'companyId' | 'keyId' | 'requestedAt'> & {
  readonly outcome: 'refused';
};
/** What is recorded about a request for a document, or a seal: who, when, which template, and the outcome; nothing of its content. */
export type TrailRecord = Omit<StoredRecord, 'count' | 'requestId' | 'format' | 'milliseconds'> & {
  readonly [Name in 'requestId' | 'format' | 'milliseconds']: NonNullable<TrailEntry[Name]>;
} & {
  /** Of each value of the document by its path, for reading it when it comes back; no answer has them. */
  readonly valueDigests?: Readonly<Record<string, string>>;
};

/** A file that was made, as the trail has it. */
export type FileMade = {
  readonly [Name in 'sha256' | 'bytes' | 'templateId' | 'version' | 'source']: NonNullable<
    StoredRecord[Name]
  >;
} & {
  /** Null when the code that made it did not record them, or when they were erased. */
  readonly valueDigests: Readonly<Record<string, string>> | null;
};
export type StoredRecord = Stored<TrailEntry>;
export type TrailPage = Static<typeof TrailPage>;
export type OwnPageQuery = Static<typeof OwnPageQuery>;
