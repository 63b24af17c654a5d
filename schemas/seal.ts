import { type Static, Type } from '@sinclair/typebox';
import { component } from './shared/component.ts';
import { NON_BLANK } from './shared/fields.ts';

/** Requests and responses of the routes that seal a PDF. */

const base64 = (description: string, example: string) =>
  Type.String({ pattern: NON_BLANK, contentEncoding: 'base64', description, examples: [example] });

const PREPARED = 'JVBERi0xLjcKJdPr6eEKMSAwIG9iago8PC9UeXBlIC9DYXRhbG9n';
const TO_SIGN = 'MYGdMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwLwYJKoZIhvcNAQkEMSIEIA==';
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIUVJk0\n-----END CERTIFICATE-----\n';

export const SealPreparation = Type.Object(
  {
    file: base64('The PDF. It may be filled in, or signed already.', PREPARED),
    certificates: Type.Array(Type.String({ description: 'A certificate in PEM.', examples: [CERTIFICATE] }), {
      minItems: 1,
      maxItems: 10,
      description:
        "The signer's certificate, then the one that issued it, and so on. The root may be left out. Its key is RSA of at " +
        'least 2,048 bits, or ECDSA on the curve P-256.',
      examples: [[CERTIFICATE]],
    }),
    reason: Type.Optional(
      Type.String({
        format: 'text',
        description: 'Why the file is sealed; programs show it with the seal.',
        examples: ['Final version'],
      }),
    ),
    certify: Type.Optional(
      Type.Boolean({
        description:
          '`true`, the default: from now on the file may be filled in and signed, and nothing else. It must be `false` for a file ' +
          'that is signed already.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'Request to prepare a seal',
    examples: [{ file: PREPARED, certificates: [CERTIFICATE], reason: 'Final version' }],
  },
);

export const PreparedSeal = component(
  'schemas/PreparedSeal',
  Type.Object(
    {
      prepared: base64('What `complete` needs, to be sent unchanged. Nothing of it is kept.', PREPARED),
      toSign: base64('The bytes to sign with SHA-256: signed attributes in DER.', TO_SIGN),
      digestAlgorithm: Type.Literal('SHA-256', {
        description: 'The digest that the signature is made with.',
      }),
    },
    { title: 'Prepared seal', description: 'A seal that lacks its signature.' },
  ),
);

export const SealCompletion = Type.Object(
  {
    prepared: base64('What `prepare` answered.', PREPARED),
    signature: base64(
      'The signature of `toSign`: RSA with PKCS #1 v1.5; ECDSA in DER, or as r and s of 32 bytes each.',
      'MEUCIQDv8n2kJc4v3F5mT9zq0m1s8uV1q0b7b0o3i6m0l5b6xwIgK5c=',
    ),
  },
  {
    title: 'Request to complete a seal',
    examples: [{ prepared: PREPARED, signature: 'MEUCIQDv8n2kJc4v3F5mT9zq0m1s8g==' }],
  },
);

/** The fields that hold files, to which the limit of characters does not apply. */
export const SEAL_FILES = ['file', 'prepared', 'toSign', 'signature'];

export type SealPreparation = Readonly<Static<typeof SealPreparation>>;
export type SealCompletion = Readonly<Static<typeof SealCompletion>>;
export type PreparedSeal = Readonly<Static<typeof PreparedSeal>>;
