import { expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { dataUrl, PNG_LOGO } from '../profiles/pictures.ts';

const NDA = 'non-disclosure-agreement';

let service: TestService;
const keys: Record<string, string> = {};
test.beforeAll(async ({ service: shared }) => {
  service = shared;
  for (const rights of [[], ['generate'], ['texts'], ['generate', 'texts'], ['approve']]) {
    const issued = await service.admin('POST', `/companies/${service.companyId}/keys`, { rights });
    keys[rights.join(' ')] = (issued.json as { key: string }).key;
  }
});

/** Routes that any valid key may use. */
const OPEN = new Set([
  '/api/v1/documents/validate',
  '/api/v1/documents/preview',
  '/api/v1/documents/{documentId}',
]);

test('a route for documents needs the right generate, and one for texts the right texts', async () => {
  const { paths } = (await service.send('GET', '/openapi.json')).json as {
    paths: Record<string, Record<string, object>>;
  };
  const statuses = new Map<string, number[]>();
  for (const [path, methods] of Object.entries(paths)) {
    if (!path.startsWith('/api/v1/')) continue;
    const real = path.replace('{templateId}', NDA).replace('{version}', '1.0.0');
    for (const method of Object.keys(methods)) {
      const answers = [];
      for (const key of Object.values(keys))
        answers.push(await service.send(method.toUpperCase(), real, { 'x-key': key }));
      const needed = /\/(?:approve|send-back)$/.test(path)
        ? 'approve'
        : path.startsWith('/api/v1/texts') || /\/versions\/\{version\}\/(?:text|parts)$/.test(path)
          ? 'texts'
          : path.includes('/documents/')
            ? 'generate'
            : '';
      const refused = answers.map((answer) => (answer.status === 403 ? answer.json : undefined));
      const lacks = { error: `Forbidden: this key lacks the right ${needed}` };
      const isOpen = needed === '' || OPEN.has(path);
      const expected = Object.keys(keys).map((rights) =>
        isOpen || rights.includes(needed) ? undefined : lacks,
      );
      expect([method, path, refused]).toEqual([method, path, expected]);
      statuses.set(
        `${method} ${path}`,
        answers.map(({ status }) => status),
      );
    }
  }
  expect(statuses.get('get /api/v1/countries')).toEqual([200, 200, 200, 200, 200]);
  const text = 'get /api/v1/templates/{templateId}/versions/{version}/text';
  expect(statuses.get(text)).toEqual([403, 403, 200, 200, 403]);
  // Without a body: the key was accepted.
  expect(statuses.get('post /api/v1/documents/generate')).toEqual([403, 400, 403, 400, 403]);
  expect(statuses.get('post /api/v1/documents/preview')).toEqual([400, 400, 400, 400, 400]);
});

test('a key says what it may do, and until when', async () => {
  const { key, keyId, expiresAt } = (
    await service.admin('POST', `/companies/${service.companyId}/keys`, {
      rights: ['texts'],
      expiresInSeconds: 3600,
    })
  ).json as Record<string, string>;
  const ask = async (sent = '') => (await service.send('GET', '/api/v1/key', { 'x-key': sent })).json;
  const { companyId } = service;
  expect(await ask(key)).toEqual({
    keyId,
    companyId,
    companyName: 'Acme Limited',
    logo: null,
    rights: ['texts'],
    expiresAt,
  });
  expect(await ask(service.key)).toMatchObject({ rights: ['generate'], expiresAt: null });
  const profile = `/companies/${companyId}/profile`;
  const logo = dataUrl('png', PNG_LOGO);
  await service.admin('PUT', profile, { logo });
  expect(await ask(service.key)).toMatchObject({ companyName: 'Acme Limited', logo });
  await service.admin('DELETE', profile);
});

test('a key without rights validates and previews', async () => {
  const body = { templateId: NDA, data: { parties: [{}] } };
  const post = (route: string) =>
    service.send(
      'POST',
      `/api/v1/documents/${route}`,
      { 'x-key': keys[''] ?? '' },
      { ...body, format: 'pdf' },
    );
  expect([(await post('validate')).status, (await post('preview')).status]).toEqual([200, 200]);
});

test('a key that is revoked meanwhile is refused before its right is looked at', async () => {
  const { key, keyId } = (
    await service.admin('POST', `/companies/${service.companyId}/keys`, { rights: ['texts'] })
  ).json as {
    key: string;
    keyId: string;
  };
  const generate = () => service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, {});
  expect([(await generate()).status, (await generate()).json]).toEqual([
    403,
    { error: 'Forbidden: this key lacks the right generate' },
  ]);
  await service.admin('DELETE', `/companies/${service.companyId}/keys/${keyId}`);
  expect((await generate()).json).toEqual({ error: 'Forbidden: invalid or revoked API key' });
});
