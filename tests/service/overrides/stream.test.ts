import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded, type TestService } from '../../service.ts';
import { createPublisher, NDA_DATA, ndaRequest, ndaText, type Publisher } from './publishing.ts';

const NDA = 'non-disclosure-agreement';

/** Texts that occupy a page until its time limit, or a process for some seconds. */
const BOMBS = {
  pdf: '<p style="height: 100000000px">x</p>',
  docx: '{% for a in range(240) %}{% for b in range(200) %}<p>x{% endfor %}{% endfor %}',
} as const;
type Format = keyof typeof BOMBS;

let service: TestService;
let harmless: Publisher;

beforeAll(async () => {
  service = await startEmbedded({
    PDF_PAGES: '2',
    RENDER_PROCESSES: '2',
    // With these limits, a document that waited for a bomb would exceed the time limit of the test.
    RENDER_TIMEOUT_MS: '600000',
    PRINT_TIMEOUT_MS: '600000',
    QUEUE_TIMEOUT_MS: '600000',
  });
  harmless = await createPublisher(service, 'harmless');
});
afterAll(() => service[Symbol.asyncDispose]());

/** A company whose own text is a bomb for a certain project name. */
async function createHostile(format: Format): Promise<Publisher> {
  const hostile = await createPublisher(service, `hostile-${format}`);
  const text = ndaText(`ok {% if project == "boom" %}${BOMBS[format]}{% endif %}`);
  expect((await hostile.publish(NDA, '1.0.0', text)).status).toBe(201);
  return hostile;
}

/** The number of accepted documents, from the metrics of the service. */
async function accepted(): Promise<number> {
  const { bytes } = await service.send('GET', '/metrics');
  return Number(/^documents_accepted (\d+)$/m.exec(bytes.toString())?.[1]);
}

/** Requests many documents concurrently and repeatedly, until it is disposed of. */
function attack(hostile: Publisher, format: Format): AsyncDisposable {
  const over = new AbortController();
  const bomb = ndaRequest({ format, data: { ...NDA_DATA, project: 'boom' } });
  const attackers = Array.from({ length: 30 }, async () => {
    while (!over.signal.aborted) await hostile.generate(bomb, undefined, over.signal).catch(() => {});
  });
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await Promise.all(attackers);
    },
  };
}

test.each(['pdf', 'docx'] as const)(
  "documents of other companies are made while a company's own texts use all they can: %s",
  async (attacked) => {
    const hostile = await createHostile(attacked);
    await using _attack = attack(hostile, attacked);
    await expect.poll(accepted).toBeGreaterThan(10);
    for (const format of ['pdf', 'docx', 'pdf', 'docx', 'pdf', 'pdf', 'docx', 'docx']) {
      const { status } = await harmless.generate({ templateId: NDA, format, data: NDA_DATA });
      expect(status).toBe(200);
    }
  },
);
