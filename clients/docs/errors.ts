import { table } from './fields.ts';
import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';
import type { OpenApi, Response, Schema } from './open-api.ts';

/** Errors that belong to no described path. */
const ELSEWHERE = [
  {
    status: '400',
    codes: ['malformed_request'],
    meaning:
      'The request is not valid HTTP, or has no `Host`, or two. Check the proxies between you and the service.',
  },
  {
    status: '417',
    codes: ['request_refused'],
    meaning: 'The request has an `Expect` header other than `100-continue`. Leave it out.',
  },
  {
    status: '404',
    codes: ['route_not_found'],
    meaning:
      'There is no such path. The message names the nearest one, if any; a slash at the end makes it another path.',
  },
];

/** Every error, with its cause and its cure, ordered by status. */
export function errorTable({ paths, components }: OpenApi, isShown: (tag: string) => boolean): Html {
  const used = new Map<string, string>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (!operation.tags.some(isShown)) continue;
    for (const [status, response] of Object.entries(operation.responses)) {
      const { $ref } = response as { $ref?: string };
      if ($ref !== undefined) used.set($ref.replace('#/components/responses/', ''), status);
    }
  }
  const shared = new Map(Object.entries(components.responses ?? {}));
  const refusals = [...used].map(([name, status]) => {
    const { description, headers } = shared.get(name) as Response;
    return { status, codes: codesOf(headers), meaning: description };
  });
  const rows = [...refusals, ...ELSEWHERE]
    .sort((one, other) => one.status.localeCompare(other.status))
    .map(
      ({ status, codes, meaning }) =>
        html`<tr><td><code>${status}</code></td><td>${codes.map((code) => html`<code>${code}</code> `)}</td><td>${inline(meaning)}</td></tr>\n`,
    );
  return table(['Status', 'X-Error-Code', 'Cause and cure'], rows);
}

function codesOf(headers: Response['headers']): readonly string[] {
  const header = headers?.['X-Error-Code'] as { readonly schema: Schema } | undefined;
  return header?.schema.enum ?? [];
}
