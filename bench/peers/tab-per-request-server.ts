/**
 * The service's route and render processes, but with printing as most services do it: every request opens a tab, fills
 * it, prints it and closes it. There are no keys and no checks. The process sends its URL to its parent and exits with
 * it.
 */
import { availableParallelism } from 'node:os';
import Fastify from 'fastify';
import type { GenerationRequest } from '../../schemas/generation-request.ts';
import { startRenderer } from '../../src/render/renderer.ts';
import { readCatalogue } from '../../src/templating/templates/catalogue.ts';
import { launchBrowser } from '../rig/chromium.ts';

const catalogue = await readCatalogue();
const { browser, kill } = await launchBrowser();
const renderer = await startRenderer({
  size: Math.ceil(availableParallelism() / 2),
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
  const { body: html } = await renderer.renderHtml(template, body.data, new AbortController());
  return reply.type('application/pdf').send(await printOnNewTab(html));
});
process.on('disconnect', async () => {
  await app.close();
  await Promise.all([renderer.close(), kill()]);
  process.exit();
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
