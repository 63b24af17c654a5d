import { expect } from 'vitest';
import { startEmbedded } from '../../service.ts';
import { test } from '../../shared-service.ts';

const PATH = '/.well-known/security.txt';

test('security.txt has the contact that the operator has set, and expires in a month', async () => {
  await using service = await startEmbedded({ SECURITY_CONTACT: 'mailto:security@example.com' });
  const { status, headers, bytes } = await service.send('GET', PATH);
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
  });
  const [, expires = ''] =
    /^Contact: mailto:security@example\.com\nExpires: (\d{4}-\d\d-\d\dT00:00:00Z)\n$/.exec(String(bytes)) ??
    [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(28);
  expect(days).toBeLessThanOrEqual(30);
  expect(await service.send('POST', PATH)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});

test('without a contact there is no security.txt', async ({ service }) => {
  expect((await service.send('GET', PATH)).status).toBe(404);
});
