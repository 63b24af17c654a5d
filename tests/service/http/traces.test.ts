import { pino } from 'pino';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/environment/config.ts';
import { loggerOptions } from '../../../src/log.ts';
import { buildApp } from '../../../src/start/app.ts';
import { PATIENT } from '../../process.ts';
import { databases } from '../store/databases.ts';
import { type ReceivedSpan, startCollector } from './collector.ts';

const ADMIN_TOKEN = 'administration-token-of-the-tests';
const GENERATE = '/api/v1/documents/generate';
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** Data that no span may contain. */
const DATA = { fullName: 'Adaeze Secretperson', project: 'Project Moonshot' };
const BODY = {
  templateId: 'non-disclosure-agreement',
  data: { project: DATA.project, parties: [{ fullName: DATA.fullName }] },
};

async function startTraced(endpoint: string) {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  const lines: Record<string, unknown>[] = [];
  const log = pino(loggerOptions('info'), { write: (line: string) => lines.push(JSON.parse(line)) });
  const place = await embedded.makePlace();
  const { app } = await buildApp(
    readConfig({
      DATA_DIR: place.options.dataDir,
      ADMIN_TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      ...PATIENT,
      SHUTDOWN_TIMEOUT_MS: '400000',
    }),
    log,
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = async (path: string, headers: Record<string, string>, body: object = {}) => {
    const sent = { ...headers, 'content-type': 'application/json' };
    const answer = await request(url + path, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    return Buffer.from(await answer.body.arrayBuffer());
  };
  const administrator = { authorization: `Bearer ${ADMIN_TOKEN}` };
  await post('/admin/v1/companies', administrator, { companyId: 'acme', name: 'Acme Limited' });
  const { key } = JSON.parse((await post('/admin/v1/companies/acme/keys', administrator)).toString());
  return {
    lines,
    key: key as string,
    generate: (body: object, headers: Record<string, string> = {}) =>
      post(GENERATE, { 'x-key': key, ...headers }, body),
    probe: () => request(`${url}/readyz`).then(({ body }) => body.dump()),
    /** Sends the remaining spans. */
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

function attributesOf({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** The names of the child spans in the order of their starts, each with its own child spans. */
function below(spans: readonly ReceivedSpan[], parent: string): unknown[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .toSorted((one, other) => Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)))
    .map(({ name, spanId }) => [name, ...below(spans, spanId)]);
}

test("sends a span without data for each request and each step of its document, in the caller's trace", async () => {
  await using collector = await startCollector();
  let key: string;
  let lines: Record<string, unknown>[];
  {
    await using service = await startTraced(`${collector.url}/`);
    ({ key, lines } = service);
    const traceparent = `00-${TRACE_ID}-${CALLER}-01`;
    await service.generate({ ...BODY, format: 'pdf' }, { traceparent, 'x-request-id': 'order-of-ada' });
    await service.generate({ ...BODY, format: 'docx' });
    await service.generate({ ...BODY, format: DATA.project });
    await service.probe();
  }
  const { spans, exports } = collector;
  const ofCaller = spans.filter(({ traceId }) => traceId === TRACE_ID);
  const steps = [['queue'], ['template'], ['queue'], ['print'], ['complete']];
  expect(below(ofCaller, CALLER)).toEqual([[`POST ${GENERATE}`, ['document', ...steps]]]);

  const answered = lines.filter(({ route }) => route === GENERATE);
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 400]);
  const [, converted, refused] = answered.map(({ traceId }) =>
    spans.filter((span) => span.traceId === traceId),
  );
  const conversion = ['document', ['queue'], ['template'], ['convert']];
  expect(answered[0]?.traceId).toBe(TRACE_ID);
  expect(
    below(converted ?? [], converted?.find(({ name }) => name.startsWith('POST'))?.spanId ?? ''),
  ).toEqual([conversion]);

  const server = { 'http.request.method': 'POST', 'http.route': GENERATE };
  expect(refused?.map(attributesOf)).toEqual([
    { ...server, 'http.response.status_code': 400, 'error.type': 'validation_error' },
  ]);
  const attributes = Object.fromEntries(ofCaller.map((span) => [span.name, attributesOf(span)]));
  expect(attributes).toEqual({
    [`POST ${GENERATE}`]: { ...server, 'http.response.status_code': 200 },
    document: {
      'docgen.template': 'non-disclosure-agreement',
      'docgen.version': '1.0.0',
      'docgen.source': 'global',
      'docgen.document_id': expect.stringMatching(/^[\da-f-]{36}$/),
      'docgen.format': 'pdf',
      'docgen.outcome': 'ok',
      'docgen.bytes': expect.any(Number),
      'docgen.pages': expect.any(Number),
    },
    ...Object.fromEntries(steps.map((step) => [step, {}])),
  });
  const resource = exports[0]?.resourceSpans[0]?.resource ?? { attributes: [] };
  expect(attributesOf(resource)).toMatchObject({ 'service.name': 'docgen', 'service.version': '1.0.0' });
  expect(spans.filter(({ name }) => name.includes('readyz'))).toEqual([]);
  const sent = JSON.stringify(exports);
  expect(
    [...Object.values(DATA), key, ADMIN_TOKEN, 'order-of-ada'].filter((secret) => sent.includes(secret)),
  ).toEqual([]);
});

test('keeps the spans of a request whose caller says that its trace is not sampled', async () => {
  await using collector = await startCollector();
  {
    await using service = await startTraced(collector.url);
    await service.generate(
      { ...BODY, format: 'docx' },
      { traceparent: `00-${TRACE_ID}-${CALLER}-00`, tracestate: 'vendor=secret' },
    );
  }
  const ofCaller = collector.spans.filter(({ traceId }) => traceId === TRACE_ID);
  const steps = [['queue'], ['template'], ['convert']];
  expect(below(ofCaller, CALLER)).toEqual([[`POST ${GENERATE}`, ['document', ...steps]]]);
  expect(JSON.stringify(collector.exports)).not.toContain('vendor=secret');
});

test('an unavailable collector loses spans and adds one log line, and nothing else', async () => {
  let lines: Record<string, unknown>[];
  {
    const collector = await startCollector();
    await collector[Symbol.asyncDispose]();
    await using service = await startTraced(collector.url);
    ({ lines } = service);
    const file = await service.generate({ ...BODY, format: 'docx' });
    expect(file.subarray(0, 2).toString()).toBe('PK');
  }
  const warnings = lines.filter(({ level }) => level === 'warn' || level === 'error');
  expect(warnings.map(({ msg }) => msg).filter((text) => !/root|Chromium/.test(`${text}`))).toEqual([
    'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT: they are lost',
  ]);
});
