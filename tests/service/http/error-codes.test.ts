import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import { FAILURES } from '../../../src/errors.ts';
import { test } from '../../shared-service.ts';

test('the wire contract has every code with its status, and no others', () => {
  const contract = readFileSync('docs/wire-contract.md', 'utf8');
  const [, section = ''] = contract.split('\n## Error codes\n');
  const [table = ''] = section.split('\n## ');
  const rows = Array.from(table.matchAll(/^\| `(\w+)` \| (\d+) \|/gm), ([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(rows).toEqual(Object.entries(FAILURES).map(([code, { status }]) => [code, status]));
});

test('every error answer has its code', async ({ service }) => {
  const key = { 'x-key': service.key };
  const generate = (headers: object, body?: unknown) =>
    ['POST', '/api/v1/documents/generate', { ...headers }, body] as const;
  const nda = { templateId: 'non-disclosure-agreement', format: 'pdf', data: {} };
  const pdf = Buffer.from('%PDF-1.7\n%%EOF');
  const requests: Readonly<Record<string, Parameters<typeof service.send>>> = {
    key_missing: [...generate({})],
    key_refused: [...generate({ 'x-key': 'none' })],
    right_missing: ['GET', '/api/v1/texts', key],
    unsupported_media_type: [...generate({ ...key, 'content-type': 'text/plain' }, 'x')],
    body_too_large: [...generate(key, ' '.repeat(300_000))],
    validation_error: [...generate(key, nda)],
    template_not_found: [...generate(key, { ...nda, templateId: 'nda' })],
    required_array_empty: [...generate(key, { ...nda, data: { parties: [] } })],
    route_not_found: ['GET', '/nowhere'],
    method_not_allowed: ['PUT', '/api/v1/documents/generate', key],
    unauthorized: ['GET', '/admin/v1/companies'],
    forbidden: ['GET', '/admin/v1/companies', { authorization: 'Bearer wrong' }],
    not_found: ['GET', '/admin/v1/companies/none/keys', { authorization: `Bearer ${service.adminToken}` }],
    unreadable_document: [
      'POST',
      '/api/v1/documents/read',
      { ...key, 'content-type': CONTENT_TYPES.pdf },
      pdf,
    ],
    profile_invalid: [
      'PUT',
      `/admin/v1/companies/${service.companyId}/profile`,
      { authorization: `Bearer ${service.adminToken}` },
      { colour: 'red' },
    ],
  };
  const answered = [];
  for (const request of Object.values(requests)) {
    const { headers } = await service.send(...request);
    answered.push(headers['x-error-code']);
  }
  expect(answered).toEqual(Object.keys(requests));
});

test('what is not HTTP is answered with its code', async ({ service }) => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.end('no request\r\n\r\n');
  expect(await text(socket)).toContain('\r\nX-Error-Code: malformed_request\r\n');
});

test('a file that does not name its template has a code of its own in the header, and the wider one in the body', async ({
  service,
}) => {
  const { bytes } = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'pdf',
    data: { parties: [{ fullName: 'Ada' }] },
  });
  // The name of the property, which readers of XMP look for.
  const unnamed = Buffer.from(
    bytes.toString('latin1').replaceAll('docgen:templateId', 'docgen:templateXy'),
    'latin1',
  );
  const type = { 'x-key': service.key, 'content-type': CONTENT_TYPES.pdf };
  const { status, headers, json } = await service.send('POST', '/api/v1/documents/read', type, unnamed);
  expect([status, headers['x-error-code'], (json as { error: string }).error]).toEqual([
    422,
    'template_not_named',
    'unreadable_document',
  ]);
});
