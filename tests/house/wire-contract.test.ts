import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import description from '../../clients/openapi.json' with { type: 'json' };
import type { ErrorCode } from '../../schemas/error-codes.ts';
import { DocumentOptions } from '../../schemas/options.ts';
import { Warning } from '../../schemas/warning.ts';
import { FAILURES } from '../../src/errors.ts';

const DOCS = path.join(import.meta.dirname, '..', '..', 'docs');
const PAGE = readFileSync(path.join(DOCS, 'wire-contract.md'), 'utf8');

/** What docs/wire-contract.md names and clients/openapi.json does not describe: pages and files, for people. */
const NOT_DESCRIBED = ['GET /', 'GET /docs', 'GET /.well-known/security.txt'];

/** The rows below a head, of which the first cell names something: `[name, the cells after it]`. */
function rowsBelow(head: string): [name: string, ...others: string[]][] {
  const begins = PAGE.indexOf(`\n${head}\n`);
  expect([head, begins > 0]).toEqual([head, true]);
  const [, , , ...lines] = PAGE.slice(begins).split('\n');
  const table = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return table.map((line) => {
    const [first = '', ...others] = line.replaceAll('`', '').slice(2).split(' | ');
    return [first, ...others];
  });
}

test('the wire contract has every error code with its status, and no other', () => {
  const rows = rowsBelow('| `X-Error-Code` | status | given for |');
  expect(rows.map(([code, status]) => [code, Number(status)])).toEqual(
    Object.entries(FAILURES).map(([code, { status }]) => [code, status]),
  );
});

test('the wire contract has every option, and no other', () => {
  const rows = rowsBelow('| option | meaning | default |');
  expect(rows.map(([option]) => option).sort()).toEqual(Object.keys(DocumentOptions.properties).sort());
});

test('the wire contract has every code of a warning, and no other', () => {
  const rows = rowsBelow('| code | given for |');
  expect(rows.map(([code]) => code)).toEqual(Warning.properties.code.enum);
});

test('the rules of warnings have codes of that table', () => {
  const codes = new Set(rowsBelow('| rule | code | fields |').map(([, code]) => code));
  const [unknown, glyph, ...ofRules] = Warning.properties.code.enum ?? [];
  expect([unknown, glyph]).toEqual(['unknown_field', 'missing_glyph']);
  expect([...codes].sort()).toEqual(ofRules.sort());
});

test('the wire contract names every method and path of the interface, and no other', () => {
  const described = Object.entries(description.paths).flatMap(([route, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
  );
  const named = PAGE.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/.-]*/g).map(([route]) => route);
  expect([...new Set(named)].sort()).toEqual([...described, ...NOT_DESCRIBED].sort());
});

test('the documents name error codes that exist, with their status', () => {
  const pages = readdirSync(DOCS).filter((file) => file.endsWith('.md'));
  const text = pages.map((file) => readFileSync(path.join(DOCS, file), 'utf8')).join('\n');
  const named = [...text.matchAll(/(?:\b([45]\d\d)|[Rr]efused as) `([a-z_]+)`/g)].flatMap(
    ([, status, code = '']) =>
      // The first comes with several; the second is no code, but what /readyz says.
      ['request_refused', 'draining'].includes(code) ? [] : [[code, status]],
  );
  const right = named.map(([code, status]) => {
    const known = FAILURES[code as ErrorCode]?.status;
    return [known && code, status && String(known)];
  });
  expect(named).toEqual(right);
  expect(named).toContainEqual(['unreadable_document', undefined]);
});
