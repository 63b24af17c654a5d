import { type TSchema, Type } from '@sinclair/typebox';
import { component } from './component.ts';

/** The responses of routes, as OpenAPI describes them. The type provider checks handlers against the schemas. */

export interface Header {
  readonly description: string;
  readonly schema: object;
  readonly required?: boolean;
  readonly example: string | number;
}

export type Headers = Readonly<Record<string, Header>>;

export interface JsonResponse<Schema extends TSchema> {
  readonly description: string;
  readonly headers: Headers;
  readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example?: unknown } };
}

const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };

/** Of which there are several by this name. */
const always = (name: string, description: string, example: string | number, schema: object = TEXT) => ({
  [name]: { description, required: true, schema, example },
});

const shared = (name: string, description: string, example: string | number, schema: object = TEXT) => ({
  [name]: component(`headers/${name}`, { description, required: true, schema, example }),
});

const sometimes = (name: string, description: string, example: string | number, schema: object = TEXT) => ({
  [name]: component(`headers/${name}`, { description, schema, example }),
});

const REQUEST_ID: Headers = shared(
  'X-Request-Id',
  'Names this request in the log of the service: quote it when you ask about an answer. It is the one that you sent, if ' +
    'that was 1 to 128 letters, digits and `_.:-`, otherwise a new one.',
  '5f0c7a52-8f8e-4b5c-9a53-0c8d5b1c6c1e',
);

/** On every response to a known key, when a rate limit is set. */
export const RATE: Headers = {
  ...sometimes(
    'RateLimit-Limit',
    'Where a rate is set: how many requests the key may make at once after a pause of a minute.',
    120,
    COUNT,
  ),
  ...sometimes('RateLimit-Remaining', 'Where a rate is set: how many of these are left now.', 119, COUNT),
  ...sometimes(
    'RateLimit-Reset',
    'Where a rate is set: in how many seconds all of them are there again; of a 429, in how many the next one is.',
    1,
    COUNT,
  ),
};

export const RETRY_AFTER: Headers = shared(
  'Retry-After',
  'In how many seconds to send the request again, unchanged.',
  1,
  { type: 'integer', minimum: 1 },
);

export const ALLOW: Headers = shared('Allow', 'The methods of this path.', 'GET, HEAD');

export const ASK_FOR_TOKEN: Headers = shared(
  'WWW-Authenticate',
  'What the route asks for.',
  'Bearer realm="administration"',
);

/** On responses that a caller may cache and revalidate. */
export const CONDITIONAL: Headers = {
  ...shared(
    'ETag',
    'Names what the answer holds. Send it as `If-None-Match`, and the answer is 304 for as long as nothing has changed.',
    '"fUqkQ3NcDGWrUtkGGDrt1lbHDgAiAJy6WMZBJxLa5dE"',
  ),
  ...shared('Vary', 'The answer depends on the key.', 'X-Key'),
  ...shared('Cache-Control', 'How long the answer may be used without asking again.', 'private, max-age=60'),
};

export const NO_STORE: Headers = {
  ...always('Cache-Control', 'Nothing on the way may keep the answer.', 'no-store', { const: 'no-store' }),
};

const NOSNIFF: Headers = shared(
  'X-Content-Type-Options',
  'The answer is of the type that it says.',
  'nosniff',
);

/** On the text of a template. */
export const SOURCE: Headers = {
  ...always(
    'ETag',
    'The SHA-256 of the text; in an answer with parts, another SHA-256 of these follows.',
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ),
  ...always(
    'Content-Disposition',
    'A text to edit, never a page to open.',
    'attachment; filename="non-disclosure-agreement-1.0.0.njk"',
  ),
  ...shared('Content-Security-Policy', 'Nothing in the text runs.', "default-src 'none'; sandbox"),
  ...NOSNIFF,
};

const DIGEST: Headers = shared(
  'Repr-Digest',
  'The SHA-256 of the file, in base64 (RFC 9530).',
  'sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:',
);

/** On every file that is made of a template and data. */
const MADE: Headers = {
  ...shared('Content-Length', 'Size of the file in bytes.', 41_217, COUNT),
  ...DIGEST,
  ...NO_STORE,
  ...shared('X-Template-Version', 'The version that was used.', '1.0.0'),
  ...shared('X-Template-Source', "Whose text was used: the catalogue's, or your company's own.", 'global', {
    type: 'string',
    enum: ['global', 'custom'],
  }),
  ...shared(
    'X-Warnings',
    'How many values are most likely not what you meant; `POST /api/v1/documents/validate` names them.',
    0,
    COUNT,
  ),
  ...shared(
    'X-Blanks',
    'How many fields are printed as blanks to fill in by hand; `POST /api/v1/documents/validate` names them.',
    0,
    COUNT,
  ),
  ...shared(
    'Server-Timing',
    'Milliseconds by step: the wait in the queue, filling in the template, and printing (PDF) or converting (Word).',
    'queue;dur=0.4, template;dur=6.1, print;dur=33.8',
  ),
  ...NOSNIFF,
};

export const FILE: Headers = {
  ...shared(
    'Content-Disposition',
    'The name to save the file under: template, version and format.',
    'attachment; filename="non-disclosure-agreement-1.0.0.pdf"',
  ),
  ...MADE,
  ...shared(
    'X-Document-Id',
    'The id that the file names among its properties. The same request with the same `options.at` has the same.',
    '5d41402a-bc4b-8a76-b971-9d911017c592',
  ),
};

export const PREVIEW: Headers = {
  ...always(
    'Content-Disposition',
    'Pages to show, not a file to keep.',
    'inline; filename="non-disclosure-agreement-1.0.0-preview.pdf"',
  ),
  ...MADE,
};

export const SEALED_FILE: Headers = {
  ...always('Content-Disposition', 'A name to save the file under.', 'attachment; filename="sealed.pdf"'),
  ...shared('Content-Length', 'Size of the file in bytes.', 41_217, COUNT),
  ...DIGEST,
  ...NO_STORE,
  'X-Document-Id': {
    description: 'The id that the file names among its properties, if it is one of the service.',
    schema: TEXT,
    example: '5d41402a-bc4b-8a76-b971-9d911017c592',
  },
  ...NOSNIFF,
};

export function json<Schema extends TSchema>(
  description: string,
  schema: Schema,
  headers: Headers = {},
  example?: unknown,
): JsonResponse<Schema> {
  const media = { schema, ...(example !== undefined && { example }) };
  return { description, headers: { ...REQUEST_ID, ...headers }, content: { 'application/json': media } };
}

/** A response without a body. */
export function empty(description: string, headers: Headers = {}) {
  return { description, headers: { ...REQUEST_ID, ...headers } };
}

/** OpenAPI 3.1 asks for no schema of bytes, but generators take only this one for a file. */
export const BYTES = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

/** A response in one of several content types other than JSON. */
/** The same answer as JSON too, for callers that ask for it. */
export function withJson<Schema extends TSchema, Json extends TSchema>(
  answer: ReturnType<typeof file<Schema>>,
  schema: Json,
) {
  const content: Readonly<Record<string, { readonly schema: Schema | Json }>> = {
    ...answer.content,
    'application/json': { schema },
  };
  const headers = {
    ...answer.headers,
    ...shared('Vary', 'The form is the one that `Accept` asks for.', 'Accept'),
  };
  return { ...answer, headers, content };
}

export function file<Schema extends TSchema>(
  description: string,
  types: readonly string[],
  schema: Schema,
  headers: Headers = {},
) {
  const content: Readonly<Record<string, { readonly schema: Schema }>> = Object.fromEntries(
    types.map((type) => [type, { schema }]),
  );
  return { description, headers: { ...REQUEST_ID, ...headers }, content };
}
