/**
 * The service's route and render processes in front of what most services do to print: a new tab for every request,
 * filled, printed and closed. No key is asked for and nothing is checked. Tells its parent its URL and ends with it.
 */
import { availableParallelism } from 'node:os';
import Fastify from 'fastify';
import type { GenerationRequest } from '../../schemas/generation-request.ts';
import { startRenderer } from '../../src/render/renderer.ts';
import { readCatalogue } from '../../src/templates/catalogue.ts';
import { launchBrowser } from '../rig/chromium.ts';

const catalogue = await readCatalogue();
const { browser, kill } = await launchBrowser();
const renderer = await startRenderer({
  size: Math.ceil(availableParallelism() / 2),
  maxQueue: 100,
  waitTimeoutMs: 10_000,
  workTimeoutMs: 5_000,
  onFault: (fault) => console.error(fault),
});

async function printOnNewTab(html: string): Promise<Uint8Array> {
  const page = await browser.newPage();
  try {
    await page.setContent(html, { waitUntil: 'load' });
    return await page.pdf({ printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
  } finally {
    await page.close();
  }
}

const app = Fastify({ logger: { level: 'error' } });
app.post<{ Body: GenerationRequest }>('/api/v1/documents/generate', async ({ body }, reply) => {
  const template = catalogue.get(body.templateId)?.find(({ version }) => version === body.version);
  if (template === undefined) return reply.code(404).send();
  const { html } = await renderer.renderHtml(template, body.data, new AbortController().signal);
  return reply.type('application/pdf').send(await printOnNewTab(html));
});
process.on('disconnect', async () => {
  await app.close();
  await Promise.all([renderer.close(), kill()]);
  process.exit();
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
