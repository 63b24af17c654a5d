import { TemplateProblem, ValidationError } from './error-bodies.ts';
import { CONTENT_TYPES } from './formats.ts';
import { beforeRequest, failure, keyRefusal, problem, refusal } from './shared/refusals.ts';
import { ALLOW, RATE, RETRY_AFTER } from './shared/response.ts';

/** The error responses of the routes for companies, as each publishes them: cause, cure, and an example of the body. */

/** Possible on every request. */
export const anyErrors = {
  405: problem(
    'MethodNotAllowed',
    ['method_not_allowed'],
    'The path is right and the method is not. `Allow` names the right ones.',
    'The methods of this path are: GET, HEAD',
    { ...ALLOW, ...RATE },
  ),
  408: beforeRequest(
    'RequestTimeout',
    'request_timeout',
    'The request did not arrive whole within 23 seconds, or its head within 10. Send it again; the connection is closed.',
    'The request did not arrive in time; send it again',
  ),
  431: beforeRequest(
    'HeadersTooLarge',
    'headers_too_large',
    'Path and headers are larger than 16 KiB together. Leave out what the service does not ask for, such as cookies.',
    'The path and headers must not be larger than 16384 bytes together',
  ),
};

export const serviceFailed = failure(
  'ServiceFailed',
  ['generation_failed'],
  'The service failed. Send the request again; if it fails again, report it with the `X-Request-Id`, by which the reason ' +
    'is found in the log.',
  'The service failed; if it happens again, report it with the X-Request-Id',
  RATE,
);

export const databaseAway = failure(
  'DatabaseAway',
  ['service_unavailable'],
  'The database cannot be reached. Send the request again after `Retry-After`. Keys that were in use go on for 15 ' +
    'minutes meanwhile; what has to be looked up waits.',
  'The database cannot be reached; try again in a moment',
  { ...RETRY_AFTER, ...RATE },
);

/** Possible on every route that needs a company's key. */
const keyErrors = {
  401: keyRefusal(
    'KeyMissing',
    ['key_missing'],
    "The `X-Key` header is missing or blank. Send your company's key in it; whoever operates the service issues keys.",
    'Unauthorized: the X-Key header is missing; send your company API key in it',
  ),
  403: keyRefusal(
    'KeyRefused',
    ['key_refused', 'right_missing'],
    'The key is unknown, revoked or expired, was sent twice, or its company is suspended: the answer does not say which. ' +
      'Compare the beginning of the key with the list of keys, and ask for a new one if it is not there. Or the key lacks ' +
      'the right that the route needs, which the answer names.',
    'Forbidden: invalid or revoked API key',
  ),
  429: problem(
    'RateLimited',
    ['rate_limited'],
    'The key has used up its rate. Send the request again after `Retry-After`; spread what is sent in bulk by ' +
      '`RateLimit-Remaining`.',
    'The key may make 120 requests a minute',
    { ...RETRY_AFTER, ...RATE },
  ),
};

export const catalogueErrors = { ...keyErrors, ...anyErrors, 500: serviceFailed, 503: databaseAway };

/** Possible on the route of one document of a key. */
export const documentNotKnown = {
  404: problem(
    'DocumentNotKnown',
    ['not_found'],
    'No document with that `documentId` was made with this key; or of all keys of its company, with the right `trail`. Or it ' +
      'was made longer ago than the trail is kept.',
    'Not known here: it was made with another key, or not here, or longer ago than the trail is kept',
    RATE,
  ),
};

export const templateNotFound = {
  404: failure(
    'TemplateNotFound',
    ['template_not_found'],
    'There is no such template or version; or with `custom`, your company has no version of its own. The message names ' +
      'those there are.',
    'Template not found: esg-policy has the versions 1.0.0',
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
  413: problem(
    'BodyTooLarge',
    ['body_too_large'],
    'The body is larger than the service accepts, 256 KiB unless its operator has changed that. Leave out what the ' +
      'template does not ask for.',
    'The body must not be larger than 262144 bytes',
    RATE,
  ),
  415: problem(
    'UnsupportedMediaType',
    ['unsupported_media_type'],
    'The body is not said to be JSON, or is compressed. Send `Content-Type: application/json`, and no `Content-Encoding`.',
    'Content-Type must be application/json',
    RATE,
  ),
  500: failure(
    'NotMade',
    ['required_array_empty', 'generation_failed'],
    'The required list `parties` is there and empty: send at least one party. Or the document could not be made, or not in time: send the request again, and if it fails again, report it with the ' +
      '`X-Request-Id`, by which the reason is found in the log.',
    'Document generation failed: parties is empty; it must have at least one entry',
    RATE,
  ),
  503: failure(
    'Unavailable',
    ['service_unavailable'],
    'The service is full or shutting down, or its database is away. Nothing was made: send the request again after ' +
      '`Retry-After`, unchanged.',
    'The service is full; try again in a moment',
    { ...RETRY_AFTER, ...RATE },
  ),
};

const { 429: _, ...uncounted } = documentErrors;

/** Possible on `preview`, which is not counted in the rate and takes any data. */
export const previewErrors = {
  ...uncounted,
  ...textRefused,
  500: failure(
    'PreviewNotMade',
    ['generation_failed'],
    'The pages could not be made, or not in time: send the request again, and if it fails again, report it with the ' +
      '`X-Request-Id`, by which the reason is found in the log.',
    'Document generation failed; it took longer than is allowed',
    RATE,
  ),
};

const { 404: _noTemplate, ...errorsOfFiles } = documentErrors;

const errorsOfSeals = {
  ...errorsOfFiles,
  500: serviceFailed,
  413: problem(
    'FileTooLarge',
    ['body_too_large'],
    'The file is larger than the service accepts, 10 MiB unless its operator has changed that, or the body is larger than ' +
      'twice that.',
    'file must not be larger than 10485760 bytes',
    RATE,
  ),
};

/** Possible on `seal/prepare`. */
export const preparationErrors = {
  ...errorsOfSeals,
  422: problem(
    'NotPrepared',
    ['unreadable_document', 'unprocessable'],
    'The PDF cannot be read (`unreadable_document`): it is broken, encrypted, or no PDF. Or it is signed already and was to ' +
      'be certified, or its certification allows no further signature (`unprocessable`).',
    'The PDF cannot be read: it is encrypted; remove its password, and send that',
    RATE,
  ),
};

/** Possible on `seal/complete`. */
export const completionErrors = {
  ...errorsOfSeals,
  422: problem(
    'NotCompleted',
    ['invalid_signature', 'unreadable_document'],
    'The signature is not one of `toSign` by the key of the certificate: sign the bytes that `toSign` is the base64 of, with ' +
      'SHA-256. Or `prepared` is not what `prepare` answered (`unreadable_document`).',
    'The signature cannot be used: it has the padding PSS; sign with PKCS #1 v1.5',
    RATE,
  ),
};

/** Possible on the route that reads a file. */
export const readErrors = {
  ...errorsOfFiles,
  413: problem(
    'ReadFileTooLarge',
    ['body_too_large'],
    'The file is larger than the service reads, 10 MiB unless its operator has changed that.',
    'The body must not be larger than 10485760 bytes',
    RATE,
  ),
  415: problem(
    'NoDocument',
    ['unsupported_media_type'],
    'The body is not said to be a PDF, a Word file or JSON, or is compressed. Send its type as `Content-Type`, and no ' +
      '`Content-Encoding`.',
    `Content-Type must be ${Object.values(CONTENT_TYPES).join(' or ')} or application/json; the body is the file itself, not a form`,
    RATE,
  ),
  422: problem(
    'UnreadableDocument',
    ['unreadable_document', 'template_not_named'],
    'The file is encrypted, broken, a scan or no such file; or there is no template for it, or it is made of the text of another ' +
      'company, or of one that is not to be had any more; or it unpacks to more, or takes more time, than a document may; ' +
      'or it is a PDF, and `Accept` asks for a Word file. The message says which.',
    'The file cannot be read: it does not name its template; name it in the query, as templateId and version',
    RATE,
  ),
  500: serviceFailed,
};
