import { createHash } from 'node:crypto';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { readMetrics } from '../../bench/rig/footprint.ts';
import { startSteady } from './service.ts';

const REFUSED =
  'Document generation failed; documents of this text have ended three of the processes that make documents within a minute, and it is refused for a minute';

/** In the service, 20 minutes are one: a busy machine takes longer than one for all of this. */
const SLOW_CLOCK = `data:text/javascript,
  const now = performance.now.bind(performance);
  performance.now = () => now() / 20;`;

test('a text that has ended three workers is refused in both formats, logged and counted', async () => {
  await using service = await startSteady({
    environment: { RENDER_TIMEOUT_MS: '100000' },
    preloads: [SLOW_CLOCK],
  });
  const templateId = 'non-disclosure-agreement';
  // If the project is called "boom", it has more elements than a render process has memory for.
  const source =
    '{% if project != "empty" %}<p>ok</p>{% endif %}{% if project == "boom" %}<ol class="clauses">{% for a in range(48) %}{% for b in range(1000) %}<li style="color: red; margin: 1pt; border: 1pt solid red">x{% endfor %}{% endfor %}</ol>{% endif %}';
  const published = await request(
    `${service.url}/admin/v1/companies/acme/templates/${templateId}/versions/1.0.0`,
    { method: 'PUT', headers: { ...service.adminHeaders, 'content-type': 'text/html' }, body: source },
  );
  expect([published.statusCode, await published.body.json()]).toEqual([201, expect.anything()]);
  const generate = async (format: string, project: string) => {
    const data = { parties: [{ fullName: 'Ada Obi' }], project };
    const { statusCode, body } = await request(`${service.url}/api/v1/documents/generate`, {
      method: 'POST',
      headers: service.headers,
      body: JSON.stringify({ templateId, custom: true, format, data }),
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    return [statusCode, statusCode === 200 ? bytes.subarray(0, 2).toString() : JSON.parse(bytes.toString())];
  };
  const { key } = (await (
    await request(`${service.url}/admin/v1/companies/acme/keys`, {
      method: 'POST',
      headers: { ...service.adminHeaders, 'content-type': 'application/json' },
      body: JSON.stringify({ rights: ['texts'] }),
    })
  ).body.json()) as { key: string };
  const check = async (text: string) => {
    const { statusCode, body } = await request(
      `${service.url}/api/v1/texts/${templateId}/versions/2.0.0/check`,
      { method: 'POST', headers: { 'x-key': key, 'content-type': 'text/html' }, body: text },
    );
    return [statusCode, await body.json()];
  };
  const failed = (message: string) => [500, { status: 'error', message }];

  // A document without content is one too.
  expect(await generate('pdf', 'empty')).toEqual([200, '%P']);
  for (let loss = 0; loss < 3; loss += 1)
    expect(await generate('docx', 'boom')).toEqual(
      failed('Document generation failed; it needs more memory than is allowed'),
    );
  for (const format of ['docx', 'pdf']) expect(await generate(format, 'calm')).toEqual(failed(REFUSED));

  // A text that somebody is still writing, too.
  const unpublished = source.replace('project == "boom"', 'parties');
  for (let loss = 0; loss < 3; loss += 1)
    expect(await check(unpublished)).toEqual([
      200,
      {
        faults: [{ message: 'it takes more memory than a document may; print less and nest less' }],
        warnings: [],
      },
    ]);
  expect(await check(unpublished)).toEqual(failed(REFUSED));
  expect(await check('<p>calm</p>')).toEqual([200, { faults: [], warnings: [] }]);

  const metric = await readMetrics(service);
  expect([metric('refused_texts'), metric('refused_text_documents_total')]).toEqual([2, 3]);
  const linesWith = (words: string) =>
    service.process.output
      .split('\n')
      .filter((line) => line.includes(words))
      .map((line) => JSON.parse(line));
  const requestsOf = (route: string) => linesWith(`"route":"${route}"`).map(({ reqId }) => reqId);
  const [, ...failures] = requestsOf('/api/v1/documents/generate');
  const checks = requestsOf('/api/v1/texts/:templateId/versions/:version/check');
  expect([failures.length, checks.length]).toEqual([5, 5]);
  const ofRequest = (words: string) =>
    linesWith(words).map(({ reqId, companyId, owner }) => ({ reqId, companyId, owner }));
  expect(ofRequest('a render process was lost')).toEqual(
    [...failures.slice(0, 3), ...checks.slice(0, 3)].map((reqId) => ({
      ...{ reqId, companyId: 'acme', owner: 'acme' },
    })),
  );
  expect(linesWith('cost three workers')).toEqual(
    [source, unpublished].map((text) =>
      expect.objectContaining({
        level: 'warn',
        owner: 'acme',
        sha256: createHash('sha256').update(text).digest('hex'),
      }),
    ),
  );
});
