import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { startEmbedded } from '../service.ts';
import { needProgram } from '../tools.ts';
import { inRoot } from './files.ts';

const program = needProgram('prometheus');
const NDA = {
  templateId: 'non-disclosure-agreement',
  format: 'docx',
  data: { parties: [{ fullName: 'Ada Obi' }] },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A Prometheus with the project's alerts, which scrapes one address every second. */
async function startPrometheus(target: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'prometheus-'));
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [inRoot('deploy/prometheus/alerts.yml')],
    scrape_configs: [{ job_name: 'docgen', static_configs: [{ targets: [target] }] }],
  };
  await writeFile(path.join(folder, 'prometheus.yml'), stringify(configuration));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const exit = once(child, 'exit');
  return {
    /** The values of a query, by PromQL. */
    query: async (query: string): Promise<string[]> => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
      const answer = (await (await request(url)).body.json()) as {
        data: { result: { value: [number, string] }[] };
      };
      return answer.data.result.map(({ value: [, value] }) => value);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true });
    },
  };
}

test.skipIf(program.isSkipped)(
  `a real Prometheus scrapes the service, and no alert fires: ${program.title}`,
  async () => {
    await using service = await startEmbedded({ QUEUE_TIMEOUT_MS: '60000' });
    await service.generate(NDA);
    await using prometheus = await startPrometheus(new URL(service.url).host);
    const patience = { timeout: 50_000, interval: 200 };
    await vi.waitFor(async () => {
      expect(
        await prometheus.query('documents_total{template="non-disclosure-agreement",outcome="ok"}'),
      ).toEqual(['1']);
    }, patience);
    expect(await prometheus.query('up{job="docgen"}')).toEqual(['1']);
    expect(
      await prometheus.query('database_up == 1 and documents_accepted / documents_capacity < 0.9'),
    ).toEqual(['1']);
    expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([]);
  },
);
