import { type SchemaOptions, type Static, Type } from '@sinclair/typebox';
import { TextFaults } from './error-bodies.ts';
import { choice, moment, momentOrNull, textOrNull } from './shared/answers.ts';
import { component } from './shared/component.ts';
import { NON_BLANK } from './shared/fields.ts';

/** Requests and responses of the routes for companies' own texts. */

export const TextParams = Type.Object({
  templateId: Type.String({
    description: 'the id of the template, as the catalogue has it',
    examples: ['non-disclosure-agreement'],
  }),
  version: Type.String({
    description: "the company's own number, by semantic versioning, without build metadata",
    examples: ['1.0.0'],
  }),
});

const TEXT_STATUSES = ['proposed', 'in use', 'retired'] as const;

type TextStatus = (typeof TEXT_STATUSES)[number];

const OverrideWarning = Type.Object({ line: Type.Integer(), column: Type.Integer(), message: Type.String() });

/** What a company's text reads and its data cannot have. */
export type OverrideWarning = Readonly<Static<typeof OverrideWarning>>;

const FAULT = textOrNull(
  'Why this version of the service can make no document of it; null when it is not known to fail. All versions in use are checked after a start.',
);

export const Override = component(
  'schemas/Override',
  Type.Object(
    {
      templateId: TextParams.properties.templateId,
      version: TextParams.properties.version,
      schemaVersion: textOrNull(
        "The version in the catalogue whose data it takes; null for a template of the company's own.",
        { examples: ['1.0.0'] },
      ),
      sha256: Type.String({ description: 'Of its source.', examples: ['9f86d081…'] }),
      bytes: Type.Integer({ description: 'Length of its source.', examples: [11_542] }),
      createdAt: moment('When it was published first.'),
      publishedBy: Type.String({
        description: 'Who published it first: the id of a key, or `administration`.',
        examples: ['administration'],
      }),
      status: Type.Unsafe<TextStatus>({
        type: 'string',
        enum: [...TEXT_STATUSES],
        description:
          'proposed: published where texts need approval (`TEXTS_NEED_APPROVAL`), and used by no request but one that names its exact version until another key approves it.',
      }),
      approvedBy: textOrNull('The id of the key that approved it; null when none did.'),
      approvedAt: momentOrNull('When it was approved; null when it was not.'),
      retiredAt: momentOrNull('Since when it is out of use; null while it is in use.'),
      sentBackBy: textOrNull(
        'The id of the key that sent the proposal back, at `retiredAt`; null when none did, or when it was published again since.',
      ),
      sentBackNote: textOrNull(
        'What that key says to the author of the text; null when it was not sent back.',
      ),
      warnings: Type.Array(OverrideWarning, { description: 'What it reads and its data cannot have.' }),
      fault: FAULT,
    },
    { title: 'Override', description: "A company's own version of a template." },
  ),
);

/** A company's own version of a template that is in use, without its text. */
export type CustomVersion = Readonly<
  Pick<Static<typeof Override>, 'version' | 'schemaVersion' | 'sha256'> & {
    /** Identifies the shared parts that are stored with it. */
    partsSha256: string;
    /** It waits for approval, and is used by its exact number alone. */
    isProposed: boolean;
    /** Identifies the definition of a template of the company's own; null for one of the catalogue. */
    definitionSha256: string | null;
    title: string | null;
    kind: 'agreement' | 'policy' | null;
  }
>;

/** Identifies a company's own version of a template. */
export interface OverrideKey {
  readonly companyId: string;
  readonly templateId: string;
  readonly version: string;
}

/** The shared parts of a company's own text, as values: neither files nor the database. */
export interface OwnParts {
  /** Identifies them. */
  readonly sha256: string;
  /** Their texts by name: "layouts/agreement.njk". */
  readonly sources: ReadonlyMap<string, string>;
  /** The names of those that the company wrote; the others are a release's. */
  readonly own: readonly string[];
}

/** A version that is to be stored. */
export interface NewOverride {
  readonly schemaVersion: string | null;
  /** Of a template of the company's own. */
  readonly definition: OwnDefinition | null;
  readonly source: Uint8Array;
  /** The fields that the text reads and the schema does not have. */
  readonly warnings: readonly OverrideWarning[];
  /** A key's id, or `administration`. */
  readonly publisher: string;
  /** Whether it is used only when another key approves it. */
  readonly isProposal: boolean;
  /** The text of each shared part that it needs, by name. */
  readonly parts: ReadonlyMap<string, string>;
  /** Those of them that the company wrote. */
  readonly ownParts: ReadonlyMap<string, string>;
}

/** What of a version never changes. */
export type Unchanging = Pick<NewOverride, 'source' | 'ownParts' | 'definition'>;

/** A company's own version of a template, as documents need it. */
export interface CustomText {
  /** Nunjucks source. */
  readonly source: string;
  readonly parts: OwnParts;
  /** Of a template of the company's own; null for a text of a template of the catalogue. */
  readonly definition: OwnDefinition | null;
}

export const OverrideList = Type.Object(
  { templates: Type.Array(Override) },
  { description: 'All of them in the order of their publishing, with those that were retired.' },
);

export const OverrideCheckResult = Type.Object({
  templates: Type.Array(
    Type.Object({
      templateId: TextParams.properties.templateId,
      version: TextParams.properties.version,
      fault: FAULT,
    }),
  ),
});

export const SendingBack = Type.Object(
  {
    note: Type.String({
      format: 'text',
      pattern: NON_BLANK,
      maxLength: 2000,
      description:
        'what the author of the text is to know: a text that is not blank, at most 2,000 characters, none of them a control character but line breaks and tabs',
      examples: ['Clause 4 names no day of payment.'],
    }),
  },
  { description: 'a JSON object with note, what the author of the text is to know' },
);

/** What publishing would say to a text. */
export const TextReview = Type.Object(
  {
    faults: TextFaults,
    warnings: Type.Array(OverrideWarning, { description: 'What it reads and its data cannot have.' }),
  },
  { description: 'Without a fault, the text can be published, unless it does not print.' },
);

export const OverrideText = Type.String({
  pattern: NON_BLANK,
  description: 'the Nunjucks source in UTF-8, at most 512 KiB',
  examples: ['{% include "partials/footer.njk" %}<p>{{ project }}</p>'],
});

const PART_NAME = '^(?:layouts|partials)/(?:[A-Za-z0-9][\\w-]*/)*[A-Za-z0-9][\\w-]*\\.njk$';

/** Shared parts of a company's own, by name. */
export const TextParts = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  propertyNames: { pattern: PART_NAME, maxLength: 100 },
  additionalProperties: { type: 'string' },
  maxProperties: 50,
  description:
    'the texts of shared parts of your own, which are stored with the text and print in the place of those of the service, or beside ' +
    'them: an object of at most 50 texts, together at most 512 KiB, by names such as partials/footer.njk or layouts/letter.njk',
  examples: [{ 'partials/footer.njk': '<p>Lagos, Nigeria</p>' }],
});

/** Of any fields: what is in it is checked by itself. */
const anyObject = (options: SchemaOptions) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ ...options, type: 'object' });

/** What a template of a company's own has beside its text. */
const definition = {
  title: Type.String({
    description:
      'the name of the document, in one line of at most 120 characters; with kind, schema and sample, for a template of your own',
    examples: ['Loan note'],
  }),
  kind: choice(['agreement', 'policy'], { description: 'what kind of document it is: agreement or policy' }),
  schema: anyObject({
    description:
      'the schema of data, in the dialect of the published schemas (docs/own-templates.md), at most 64 KiB, 300 fields and four levels',
    examples: [
      { type: 'object', properties: { lender: { type: 'string', title: 'Lender' } }, required: ['lender'] },
    ],
  }),
  sample: anyObject({
    description: 'data with a value for every field, which the schema accepts',
    examples: [{ lender: 'Acme Limited' }],
  }),
};

export type OwnDefinition = {
  readonly [Name in keyof typeof definition]: Static<(typeof definition)[Name]>;
};

/** A company's own text as JSON. */
export const OwnText = component(
  'schemas/OwnText',
  Type.Object(
    {
      text: OverrideText,
      parts: Type.Optional(TextParts),
      ...Type.Partial(Type.Object(definition)).properties,
    },
    {
      title: 'Own text',
      description:
        'a JSON object with text, the Nunjucks source, and parts, those of its shared parts that the company wrote',
      examples: [
        {
          text: '{% include "partials/footer.njk" %}<p>{{ project }}</p>',
          parts: { 'partials/footer.njk': '<p>Lagos, Nigeria</p>' },
        },
      ],
    },
  ),
);

export type OwnText = Readonly<Static<typeof OwnText>>;
export type TextReview = Static<typeof TextReview>;
export type Override = Static<typeof Override>;
export type OverrideList = Static<typeof OverrideList>;
export type OverrideCheckResult = Static<typeof OverrideCheckResult>;
