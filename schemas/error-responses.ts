import { type TSchema, Type } from '@sinclair/typebox';
import { Failure, Problem, Refusal, TemplateProblem, ValidationError } from './error-bodies.ts';
import type { ErrorCode } from './error-codes.ts';
import { CONTENT_TYPES } from './formats.ts';
import { component } from './shared/component.ts';
import { ALLOW, ASK_FOR_TOKEN, type Headers, json, RATE, RETRY_AFTER } from './shared/response.ts';

/** Every error response, as its route publishes it: cause, cure, and an example of the body. */

/** @param codes the values that its `X-Error-Code` can have */
function refusal<Schema extends TSchema>(
  name: string,
  codes: readonly ErrorCode[],
  description: string,
  schema: Schema,
  example: object,
  headers: Headers = {},
) {
  const answer = json(description, schema, { ...errorCode(codes), ...headers }, example);
  return component(`responses/${name}`, answer);
}

function errorCode(codes: readonly ErrorCode[]): Headers {
  return {
    'X-Error-Code': {
      description: 'Why, for programs.',
      required: true,
      schema: { type: 'string', enum: codes },
      example: codes[0] ?? '',
    },
  };
}

/** Written to the connection, before there is a request with an id. */
function beforeRequest(name: string, code: ErrorCode, description: string, example: object) {
  const content = { 'application/json': { schema: Problem, example } };
  return component(`responses/${name}`, { description, headers: errorCode([code]), content });
}

/** Possible on every request. */
const anyErrors = {
  405: refusal(
    'MethodNotAllowed',
    ['method_not_allowed'],
    'The path is right and the method is not. `Allow` names the right ones.',
    Problem,
    { error: 'method_not_allowed', message: 'The methods of this path are: GET, HEAD' },
    { ...ALLOW, ...RATE },
  ),
  408: beforeRequest(
    'RequestTimeout',
    'request_timeout',
    'The request did not arrive whole within 15 seconds, or its head within 10. Send it again; the connection is closed.',
    { error: 'request_timeout', message: 'The request did not arrive in time; send it again' },
  ),
  431: beforeRequest(
    'HeadersTooLarge',
    'headers_too_large',
    'Path and headers are larger than 16 KiB together. Leave out what the service does not ask for, such as cookies.',
    {
      error: 'headers_too_large',
      message: 'The path and headers must not be larger than 16384 bytes together',
    },
  ),
};

const serviceFailed = refusal(
  'ServiceFailed',
  ['generation_failed'],
  'The service failed. Send the request again; if it fails again, report it with the `X-Request-Id`, by which the reason ' +
    'is found in the log.',
  Failure,
  { status: 'error', message: 'The service failed; if it happens again, report it with the X-Request-Id' },
  RATE,
);

const databaseAway = refusal(
  'DatabaseAway',
  ['service_unavailable'],
  'The database cannot be reached. Send the request again after `Retry-After`. Keys that were in use go on for 15 ' +
    'minutes meanwhile; what has to be looked up waits.',
  Failure,
  { status: 'error', message: 'The database cannot be reached; try again in a moment' },
  { ...RETRY_AFTER, ...RATE },
);

/** Possible on every route that needs a company's key. */
const keyErrors = {
  401: refusal(
    'KeyMissing',
    ['key_missing'],
    "The `X-Key` header is missing or blank. Send your company's key in it; whoever operates the service issues keys.",
    Refusal,
    { error: 'Unauthorized: the X-Key header is missing; send your company API key in it' },
  ),
  403: refusal(
    'KeyRefused',
    ['key_refused', 'right_missing'],
    'The key is unknown, revoked or expired, was sent twice, or its company is suspended: the answer does not say which. ' +
      'Compare the beginning of the key with the list of keys, and ask for a new one if it is not there. Or the key lacks ' +
      'the right that the route needs, which the answer names.',
    Refusal,
    { error: 'Forbidden: invalid or revoked API key' },
  ),
  429: refusal(
    'RateLimited',
    ['rate_limited'],
    'The key has used up its rate. Send the request again after `Retry-After`; spread what is sent in bulk by ' +
      '`RateLimit-Remaining`.',
    Problem,
    { error: 'rate_limited', message: 'The key may make 120 requests a minute' },
    { ...RETRY_AFTER, ...RATE },
  ),
};

export const catalogueErrors = { ...keyErrors, ...anyErrors, 500: serviceFailed, 503: databaseAway };

/** Possible on the route of one document of a key. */
export const documentNotKnown = {
  404: refusal(
    'DocumentNotKnown',
    ['not_found'],
    'No document with that `documentId` was made with this key; or of all keys of its company, with the right `trail`. Or it ' +
      'was made longer ago than the trail is kept.',
    Problem,
    {
      error: 'not_found',
      message:
        'Not known here: it was made with another key, or not here, or longer ago than the trail is kept',
    },
    RATE,
  ),
};

export const templateNotFound = {
  404: refusal(
    'TemplateNotFound',
    ['template_not_found'],
    'There is no such template or version; or with `custom`, your company has no version of its own. The message names ' +
      'those there are.',
    Failure,
    { status: 'error', message: 'Template not found: esg-policy has the versions 1.0.0' },
    RATE,
  ),
};

/** Possible where a query says whose text is meant. */
export const wrongQuery = {
  400: refusal(
    'InvalidQuery',
    ['validation_error'],
    'A parameter of the query has a wrong value.',
    ValidationError,
    {
      error: 'validation_error',
      message: 'Invalid fields: custom.',
      details: {
        missing_fields: [],
        invalid_fields: [{ field: 'custom', message: 'must be true or false' }],
      },
    },
    RATE,
  ),
};

/** Replaces the 422 of other routes. */
export const textRefused = {
  422: refusal(
    'TextRefused',
    ['unprocessable'],
    'The text cannot be published: it does not compile, leaves the sandbox, or makes no document of the sample or of the ' +
      'required fields alone. The message names the first fault and its cure, `line` and `column` the place, and `faults` all that were found at once. Or the version is no semantic version.',
    TemplateProblem,
    {
      error: 'unprocessable',
      message:
        'The template cannot be published: line 3, column 12: the tag if is not closed; write {% endif %}',
      line: 3,
      column: 12,
      faults: [{ line: 3, column: 12, message: 'the tag if is not closed; write {% endif %}' }],
    },
  ),
};

/** Possible on `generate` and `validate`. */
export const documentErrors = {
  400: refusal(
    'InvalidBody',
    ['validation_error'],
    'The body is empty or is not JSON, or fields of it or of `data` are missing or wrong. All of them are named at once, ' +
      "each with what would be right; the template's schema has the rules.",
    ValidationError,
    {
      error: 'validation_error',
      message: 'Missing required fields: parties[0].definition. Invalid fields: governingLaw.',
      details: {
        missing_fields: ['parties[0].definition'],
        invalid_fields: [
          {
            field: 'governingLaw',
            message: 'must be a value from the Supported Countries list, such as Nigeria',
          },
        ],
      },
    },
    RATE,
  ),
  ...keyErrors,
  ...templateNotFound,
  ...anyErrors,
  413: refusal(
    'BodyTooLarge',
    ['body_too_large'],
    'The body is larger than the service accepts, 256 KiB unless its operator has changed that. Leave out what the ' +
      'template does not ask for.',
    Problem,
    { error: 'body_too_large', message: 'The body must not be larger than 262144 bytes' },
    RATE,
  ),
  415: refusal(
    'UnsupportedMediaType',
    ['unsupported_media_type'],
    'The body is not said to be JSON, or is compressed. Send `Content-Type: application/json`, and no `Content-Encoding`.',
    Problem,
    { error: 'unsupported_media_type', message: 'Content-Type must be application/json' },
    RATE,
  ),
  500: refusal(
    'NotMade',
    ['required_array_empty', 'generation_failed'],
    'The required list `parties` is there and empty: send at least one party. Or the document could not be made, or not in time: send the request again, and if it fails again, report it with the ' +
      '`X-Request-Id`, by which the reason is found in the log.',
    Failure,
    {
      status: 'error',
      message: 'Document generation failed: parties is empty; it must have at least one entry',
    },
    RATE,
  ),
  503: refusal(
    'Unavailable',
    ['service_unavailable'],
    'The service is full or shutting down, or its database is away. Nothing was made: send the request again after ' +
      '`Retry-After`, unchanged.',
    Failure,
    { status: 'error', message: 'The service is full; try again in a moment' },
    { ...RETRY_AFTER, ...RATE },
  ),
};

const { 429: _, ...uncounted } = documentErrors;

/** Possible on `preview`, which is not counted in the rate and takes any data. */
export const previewErrors = {
  ...uncounted,
  ...textRefused,
  500: refusal(
    'PreviewNotMade',
    ['generation_failed'],
    'The pages could not be made, or not in time: send the request again, and if it fails again, report it with the ' +
      '`X-Request-Id`, by which the reason is found in the log.',
    Failure,
    { status: 'error', message: 'Document generation failed; it took longer than is allowed' },
    RATE,
  ),
};

const { 404: _noTemplate, ...errorsOfFiles } = documentErrors;

const errorsOfSeals = {
  ...errorsOfFiles,
  500: serviceFailed,
  413: refusal(
    'FileTooLarge',
    ['body_too_large'],
    'The file is larger than the service accepts, 10 MiB unless its operator has changed that, or the body is larger than ' +
      'twice that.',
    Problem,
    { error: 'body_too_large', message: 'file must not be larger than 10485760 bytes' },
    RATE,
  ),
};

/** Possible on `seal/prepare`. */
export const preparationErrors = {
  ...errorsOfSeals,
  422: refusal(
    'NotPrepared',
    ['unreadable_document', 'unprocessable'],
    'The PDF cannot be read (`unreadable_document`): it is broken, encrypted, or no PDF. Or it is signed already and was to ' +
      'be certified, or its certification allows no further signature (`unprocessable`).',
    Problem,
    {
      error: 'unreadable_document',
      message: 'The PDF cannot be read: it is encrypted; remove its password, and send that',
    },
    RATE,
  ),
};

/** Possible on `seal/complete`. */
export const completionErrors = {
  ...errorsOfSeals,
  422: refusal(
    'NotCompleted',
    ['invalid_signature', 'unreadable_document'],
    'The signature is not one of `toSign` by the key of the certificate: sign the bytes that `toSign` is the base64 of, with ' +
      'SHA-256. Or `prepared` is not what `prepare` answered (`unreadable_document`).',
    Problem,
    {
      error: 'invalid_signature',
      message: 'The signature cannot be used: it has the padding PSS; sign with PKCS #1 v1.5',
    },
    RATE,
  ),
};

/** Possible on the route that reads a file. */
export const readErrors = {
  ...errorsOfFiles,
  413: refusal(
    'ReadFileTooLarge',
    ['body_too_large'],
    'The file is larger than the service reads, 10 MiB unless its operator has changed that.',
    Problem,
    { error: 'body_too_large', message: 'The body must not be larger than 10485760 bytes' },
    RATE,
  ),
  415: refusal(
    'NoDocument',
    ['unsupported_media_type'],
    'The body is not said to be a PDF, a Word file or JSON, or is compressed. Send its type as `Content-Type`, and no ' +
      '`Content-Encoding`.',
    Problem,
    {
      error: 'unsupported_media_type',
      message: `Content-Type must be ${Object.values(CONTENT_TYPES).join(' or ')} or application/json; the body is the file itself, not a form`,
    },
    RATE,
  ),
  422: refusal(
    'UnreadableDocument',
    ['unreadable_document', 'template_not_named'],
    'The file is encrypted, broken, a scan or no such file; or there is no template for it, or it is made of the text of another ' +
      'company, or of one that is not to be had any more; or it unpacks to more, or takes more time, than a document may; ' +
      'or it is a PDF, and `Accept` asks for a Word file. The message says which.',
    Problem,
    {
      error: 'unreadable_document',
      message:
        'The file cannot be read: it does not name its template; name it in the query, as templateId and version',
    },
    RATE,
  ),
  500: serviceFailed,
};

/** Possible on the platform's routes. */
export const operationErrors = anyErrors;

const ADMIN_ERRORS = {
  401: refusal(
    'TokenMissing',
    ['unauthorized'],
    'The administration token is missing. Send `Authorization: Bearer <ADMIN_TOKEN>`.',
    Problem,
    {
      error: 'unauthorized',
      message: 'Send the administration token: Authorization: Bearer <ADMIN_TOKEN>',
    },
    ASK_FOR_TOKEN,
  ),
  403: refusal(
    'TokenRefused',
    ['forbidden'],
    'The token is not the one that the service was started with. `ADMIN_TOKEN` in its environment has the right one.',
    Problem,
    { error: 'forbidden', message: 'This is not the administration token of this service' },
  ),
  404: refusal(
    'NotFound',
    ['not_found'],
    'There is no such company, key, template, version or file. The lists have the identifiers.',
    Problem,
    { error: 'not_found', message: 'There is nothing of that name; the lists have the identifiers' },
  ),
  409: refusal(
    'Conflict',
    ['conflict'],
    'The identifier is taken, or what it names can no longer be changed. Take another one.',
    Problem,
    { error: 'conflict', message: 'There is a company blue-moon-studios already; choose another companyId' },
  ),
  413: refusal(
    'AdministrationBodyTooLarge',
    ['body_too_large'],
    'The body is larger than the route accepts: 512 KiB of template, or 512 KiB of profile.',
    Problem,
    { error: 'body_too_large', message: 'The body must not be larger than 524288 bytes' },
  ),
  415: refusal(
    'AdministrationMediaType',
    ['unsupported_media_type'],
    'The content type is not the one that the route takes: `text/html; charset=utf-8` for a template, otherwise ' +
      '`application/json`. A body is not compressed.',
    Problem,
    { error: 'unsupported_media_type', message: 'Content-Type must be application/json' },
  ),
  422: refusal(
    'Unprocessable',
    ['unprocessable'],
    'The body, or the query, is not right. The message says what is wrong and what is expected.',
    Problem,
    {
      error: 'unprocessable',
      message:
        'companyId is invalid; expected: lower-case letters and digits in groups joined by single hyphens, at most 64 ' +
        'characters.',
    },
  ),
  500: serviceFailed,
  503: databaseAway,
};

/** Statuses that only some administration routes have. */
export type AdminFailure = 404 | 409 | 413 | 415 | 422;

export function adminErrors(failures: readonly AdminFailure[]) {
  const own = ([401, 403, ...failures, 500, 503] as const).map((status) => [status, ADMIN_ERRORS[status]]);
  return { ...Object.fromEntries(own), ...anyErrors };
}

/** Possible on the routes with which a company keeps its own texts. */
export function textErrors(failures: readonly AdminFailure[], { isCounted = true } = {}) {
  const own = failures.map((status) => [status, ADMIN_ERRORS[status]]);
  const { 429: overRate, ...always } = catalogueErrors;
  return { ...always, ...(isCounted && { 429: overRate }), ...Object.fromEntries(own) };
}

/** Replaces the 422 of other routes. */
export const profileRefused = {
  422: refusal(
    'ProfileRefused',
    ['profile_invalid', 'unprocessable'],
    'Fields of the profile are not right, or are no fields of a profile. All of them are named at once. Or the body is ' +
      'not JSON (`unprocessable`).',
    Type.Union([ValidationError, Problem]),
    {
      error: 'validation_error',
      message: 'The profile has fields that are not valid: accentColour',
      details: {
        missing_fields: [],
        invalid_fields: [
          {
            field: 'accentColour',
            message: 'has a contrast of 1.07 with white; choose a darker colour, of at least 4.5',
          },
        ],
      },
    },
  ),
};
