import { Type } from '@sinclair/typebox';
import { Problem, ValidationError } from './error-bodies.ts';
import { anyErrors, catalogueErrors, databaseAway, serviceFailed } from './error-responses.ts';
import { problem, refusal } from './shared/refusals.ts';
import { ASK_FOR_TOKEN } from './shared/response.ts';

/** The error responses of the administration, and of the routes with which a company keeps its own texts. */

const ADMIN_ERRORS = {
  401: problem(
    'TokenMissing',
    ['unauthorized'],
    'The administration token is missing. Send `Authorization: Bearer <ADMIN_TOKEN>`.',
    'Send the administration token: Authorization: Bearer <ADMIN_TOKEN>',
    ASK_FOR_TOKEN,
  ),
  403: problem(
    'TokenRefused',
    ['forbidden'],
    'The token is not the one that the service was started with. `ADMIN_TOKEN` in its environment has the right one.',
    'This is not the administration token of this service',
  ),
  404: problem(
    'NotFound',
    ['not_found'],
    'There is no such company, key, template, version or file. The lists have the identifiers.',
    'There is nothing of that name; the lists have the identifiers',
  ),
  409: problem(
    'Conflict',
    ['conflict'],
    'The identifier is taken, or what it names can no longer be changed. Take another one.',
    'There is a company blue-moon-studios already; choose another companyId',
  ),
  413: problem(
    'AdministrationBodyTooLarge',
    ['body_too_large'],
    'The body is larger than the route accepts: 512 KiB of template, or 512 KiB of profile.',
    'The body must not be larger than 524288 bytes',
  ),
  415: problem(
    'AdministrationMediaType',
    ['unsupported_media_type'],
    'The content type is not the one that the route takes: `text/html; charset=utf-8` for a template, otherwise ' +
      '`application/json`. A body is not compressed.',
    'Content-Type must be application/json',
  ),
  422: problem(
    'Unprocessable',
    ['unprocessable'],
    'The body, or the query, is not right. The message says what is wrong and what is expected.',
    'companyId is invalid; expected: lower-case letters and digits in groups joined by single hyphens, at most 64 ' +
      'characters.',
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
