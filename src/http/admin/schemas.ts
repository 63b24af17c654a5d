import { type TSchema, Type } from '@sinclair/typebox';
import { NON_BLANK } from '../../../schemas/shared/fields.ts';

/** The administration's bodies, parameters and answers. A description of an input is what its error message expects. */

const CompanyId = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 64,
  description: 'lower-case letters and digits in groups joined by single hyphens, at most 64 characters',
  examples: ['blue-moon-studios'],
});

const CompanyName = Type.String({
  format: 'text',
  pattern: NON_BLANK,
  maxLength: 200,
  description: 'a text that is not blank, at most 200 characters, none of them a control character',
  examples: ['Blue Moon Studios Ltd'],
});

const KeyId = Type.String({ description: 'as the list of keys has it', examples: ['k3x7qd2m'] });

const KeyPrefix = Type.String({ description: 'How the key begins.', examples: ['dgs_live_k3x7qd2m'] });

export const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-21T09:30:00.000Z'] });

const momentOrNull = (description: string) => Type.Union([moment(description), Type.Null()], { description });

export const NewCompany = Type.Object(
  { companyId: CompanyId, name: CompanyName },
  { description: 'a JSON object with companyId and name' },
);

export const CompanyChange = Type.Partial(
  Type.Object({
    name: CompanyName,
    suspended: Type.Boolean({
      description: "true, to refuse all of the company's keys, or false, to accept them again",
      examples: [true],
    }),
  }),
  {
    description: 'a JSON object with a name that is not blank, with suspended, or with both',
    minProperties: 1,
  },
);

export const Company = Type.Object(
  {
    companyId: CompanyId,
    name: CompanyName,
    createdAt: moment('When it was created.'),
    suspended: Type.Boolean({ description: 'Whether its keys are refused.' }),
    suspendedAt: momentOrNull('Since when; null while it is not suspended.'),
  },
  { title: 'Company', description: 'The company as it is now.' },
);

export const CompanyList = Type.Object(
  { companies: Type.Array(Company) },
  { description: 'All companies, in the order of their ids.' },
);

export const CompanyParams = Type.Object({ companyId: CompanyId });

export const KeyParams = Type.Object({ companyId: CompanyId, keyId: KeyId });

export const KeyRotation = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7 * 24 * 60 * 60,
        description:
          'for how many seconds the old key is still accepted: a whole number from 0 (refused at once) to 604800 (7 days); 86400 (24 hours) when it is left out',
        examples: [3600],
      }),
    ),
  },
  { description: 'nothing, or a JSON object with overlapSeconds' },
);

export const IssuedKey = Type.Object(
  {
    keyId: KeyId,
    key: Type.String({
      description: 'The key: in this answer and nowhere else ever again.',
      examples: [`dgs_live_k3x7qd2m_${'a'.repeat(58)}`],
    }),
    prefix: KeyPrefix,
    createdAt: moment('When it was issued.'),
  },
  { title: 'Issued key', description: 'The key, this once.' },
);

const Key = Type.Object(
  {
    keyId: KeyId,
    prefix: KeyPrefix,
    createdAt: moment('When it was issued.'),
    lastUsedAt: momentOrNull('The minute in which it was last used; null when it never was.'),
    expiresAt: momentOrNull('From when on it is refused, because it was rotated; null when it was not.'),
    revokedAt: momentOrNull('Since when it is refused, because it was revoked; null when it was not.'),
  },
  { title: 'Key' },
);

export const KeyList = Type.Object(
  { keys: Type.Array(Key) },
  { description: 'Its keys, the oldest first, with those that are refused.' },
);

export const OverrideParams = Type.Object({
  companyId: CompanyId,
  templateId: Type.String({ description: 'as the catalogue has it', examples: ['non-disclosure-agreement'] }),
  version: Type.String({
    description: "the company's own number, by semantic versioning, without build metadata",
    examples: ['1.0.0'],
  }),
});

export const Override = Type.Object(
  {
    templateId: OverrideParams.properties.templateId,
    version: OverrideParams.properties.version,
    schemaVersion: Type.String({
      description: 'The version in the catalogue whose data it takes.',
      examples: ['1.0.0'],
    }),
    sha256: Type.String({ description: 'Of its source.', examples: ['9f86d081…'] }),
    bytes: Type.Integer({ description: 'Length of its source.', examples: [11_542] }),
    createdAt: moment('When it was published first.'),
    retiredAt: momentOrNull('Since when it is out of use; null while it is in use.'),
    warnings: Type.Array(
      Type.Object({ line: Type.Integer(), column: Type.Integer(), message: Type.String() }),
      { description: 'What it reads and its data cannot have.' },
    ),
  },
  { title: 'Override', description: 'The version as it is in use now.' },
);

export const OverrideList = Type.Object(
  { templates: Type.Array(Override) },
  { description: 'All of them in the order of their publishing, with those that were retired.' },
);

const adminError = (description: string) =>
  Type.Object({ error: Type.String(), message: Type.String() }, { title: 'Error with a code', description });

const ERRORS = {
  401: adminError('No administration token was sent.'),
  403: adminError('The token is wrong.'),
  404: adminError('No such company, key, template, version or file.'),
  409: adminError('There is one with that id, or it can no longer be changed.'),
  413: adminError('The body is larger than the service accepts.'),
  415: adminError('The content type is not the one that the route takes.'),
  422: adminError(
    'The body, or the query, is not right; the message says what is wrong, and what is expected.',
  ),
  503: Type.Object(
    { status: Type.Literal('error'), message: Type.String() },
    {
      title: 'Error status',
      description: 'The database cannot be reached; Retry-After says when to come again.',
    },
  ),
};

/** What every administration route says of itself to the published interface description. */
export function describeRoute(
  summary: string,
  answers: Readonly<Record<number, TSchema | { readonly content: object }>>,
  failures: readonly (404 | 409 | 413 | 415 | 422)[] = [],
) {
  const errors = ([401, 403, ...failures, 503] as const).map((status) => [status, ERRORS[status]] as const);
  return {
    tags: ['administration'],
    summary,
    security: [{ adminToken: [] }],
    response: { ...answers, ...Object.fromEntries(errors) },
  };
}
