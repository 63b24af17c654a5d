import { BODY_LIMITS } from '../../src/templating/validation/body-limits.ts';
import { table } from './fields.ts';
import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';

/** The limits of a request. The service fills in those that its operator configures: src/service/http/docs/routes.ts. */
export function limitTable(): Html {
  const { depth, values, entries, keys, characters } = BODY_LIMITS;
  const rows: readonly (readonly [string, string, string])[] = [
    ['Requests per minute of one key', '{ratePerMinute}', '429 `rate_limited`'],
    ['Size of a body', '{bodyBytes} bytes', '413 `body_too_large`'],
    ['Size of a file to seal', '{fileBytes} bytes, and twice that in a body', '413 `body_too_large`'],
    ['Nesting depth of a body', `${depth} levels`, '400 `validation_error`'],
    ['Values in a body in total', count(values), '400 `validation_error`'],
    ['Entries of one list', `${count(entries)}, or fewer where the schema says so`, '400 `validation_error`'],
    ['Keys of one object', count(keys), '400 `validation_error`'],
    ['Characters of one text that is not a file', count(characters), '400 `validation_error`'],
    ['Path and headers together', `${count(16_384)} bytes`, '431 `headers_too_large`'],
    ['Time to send a request', '15 seconds, 10 for its headers', '408 `request_timeout`'],
  ];
  const cells = rows.map(
    ([what, limit, beyond]) => html`<tr><td>${what}</td><td>${limit}</td><td>${inline(beyond)}</td></tr>\n`,
  );
  return table(['Limit', 'Maximum', 'Error above it'], cells);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
