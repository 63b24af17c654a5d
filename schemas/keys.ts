import { type Static, Type } from '@sinclair/typebox';
import { CompanyParams } from './companies.ts';
import { moment, momentOrNull } from './shared/answers.ts';
import { component } from './shared/component.ts';

/** Requests and responses of the keys' routes. */

const KeyId = Type.String({
  description: 'the id of the key, as the list of keys has it',
  examples: ['k3x7qd2m'],
});

const KeyPrefix = Type.String({ description: 'How the key begins.', examples: ['dgs_live_k3x7qd2m'] });

export const KeyParams = Type.Object({ ...CompanyParams.properties, keyId: KeyId });

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
      lastUsedAt: momentOrNull('The minute in which it was last used; null when it never was.'),
      expiresAt: momentOrNull('From when on it is refused, because it was rotated; null when it was not.'),
      revokedAt: momentOrNull('Since when it is refused, because it was revoked; null when it was not.'),
    },
    { title: 'Key', description: 'A key, without the key itself.' },
  ),
);

export const KeyList = Type.Object(
  { keys: Type.Array(Key) },
  { description: 'Its keys, the oldest first, with those that are refused.' },
);

export type IssuedKey = Static<typeof IssuedKey>;
export type Key = Static<typeof Key>;
export type KeyList = Static<typeof KeyList>;
