import { type Static, Type } from '@sinclair/typebox';
import { CompanyParams } from './companies.ts';
import { moment, momentOrNull, textOrNull } from './shared/answers.ts';
import { component } from './shared/component.ts';

/** Requests and responses of the keys' routes. */

/** What a key may do. With none, it reads the catalogue and its own entries of the trail, validates and previews. */
export const RIGHTS = ['generate', 'texts', 'approve', 'trail'] as const;

export type Right = (typeof RIGHTS)[number];

const Rights = Type.Array(
  Type.Unsafe<Right>({
    type: 'string',
    enum: [...RIGHTS],
    description:
      "generate: make documents; texts: keep the company's own texts; approve: approve those that another key published; trail: read the trail of all its company's keys.",
  }),
  {
    description: 'what the key may do: a list of generate, texts, approve and trail',
    examples: [['generate']],
  },
);

const KeyId = Type.String({
  description: 'the id of the key, as the list of keys has it',
  examples: ['k3x7qd2m'],
});

const KeyPrefix = Type.String({ description: 'How the key begins.', examples: ['dgs_live_k3x7qd2m'] });

export const KeyParams = Type.Object({ ...CompanyParams.properties, keyId: KeyId });

export const KeyIssue = Type.Object(
  {
    rights: Type.Optional({
      ...Rights,
      description: `${Rights.description}; ["generate"] when it is left out`,
      examples: [['texts']],
    }),
    expiresInSeconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 365 * 24 * 60 * 60,
        description:
          'for how many seconds the key is accepted: a whole number from 60 (a minute) to 31536000 (365 days); it has no end when it is left out',
        examples: [28_800],
      }),
    ),
  },
  {
    description:
      'nothing, or a JSON object with rights, a list of generate, texts, approve and trail, and expiresInSeconds, 60 to 31536000',
  },
);

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

export const IssuedKey = component(
  'schemas/IssuedKey',
  Type.Object(
    {
      keyId: KeyId,
      key: Type.String({
        description: 'The key: in this answer and nowhere else ever again.',
        examples: [`dgs_live_k3x7qd2m_${'a'.repeat(58)}`],
      }),
      prefix: KeyPrefix,
      createdAt: moment('When it was issued.'),
      rights: Rights,
      expiresAt: momentOrNull('From when on it is refused; null when it has no end.'),
    },
    { title: 'Issued key', description: 'The key, this once.' },
  ),
);

export const Key = component(
  'schemas/Key',
  Type.Object(
    {
      keyId: KeyId,
      prefix: KeyPrefix,
      createdAt: moment('When it was issued.'),
      rights: Rights,
      lastUsedAt: momentOrNull('The minute in which it was last used; null when it never was.'),
      expiresAt: momentOrNull(
        'From when on it is refused, because its life is over or it was rotated; null when it has no end.',
      ),
      revokedAt: momentOrNull('Since when it is refused, because it was revoked; null when it was not.'),
    },
    { title: 'Key', description: 'A key, without the key itself.' },
  ),
);

export const OwnKey = component(
  'schemas/OwnKey',
  Type.Object(
    {
      keyId: KeyId,
      companyId: CompanyParams.properties.companyId,
      companyName: Type.String({ description: 'The name of the company.', examples: ['Acme Limited'] }),
      logo: textOrNull(
        'The logo of the company profile as it is printed: `data:image/png;base64,…` or `data:image/jpeg;base64,…`; null when it has none.',
        { examples: [null] },
      ),
      rights: Rights,
      expiresAt: momentOrNull('From when on it is refused; null when it has no end.'),
    },
    { title: 'Own key', description: 'What a key says of itself.' },
  ),
);

export const KeyList = Type.Object(
  { keys: Type.Array(Key) },
  { description: 'Its keys, the oldest first, with those that are refused.' },
);

export type OwnKey = Static<typeof OwnKey>;
export type KeyIssue = Static<typeof KeyIssue>;
export type IssuedKey = Static<typeof IssuedKey>;
export type Key = Static<typeof Key>;
export type KeyList = Static<typeof KeyList>;
