import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { startProcess } from '../process.ts';
import { databases } from '../service/store/databases.ts';
import { startEmbedded } from '../service.ts';
import { needProgram } from '../tools.ts';
import { read } from './files.ts';

const program = needProgram('prometheus');
/** On a busy machine, a start may take a minute. */
const PATIENCE = { timeout: 120_000, interval: 200 };
const RUNBOOKS = `${read('deploy/prometheus/runbooks-address').trim()}runbooks`;
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

interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

interface Rule {
  readonly alert: string;
  readonly for?: string;
  readonly annotations: { readonly runbook_url: string };
}

interface Alert {
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The project's alerts, or some of them, which then fire at once. */
function alertRules(names?: readonly string[]): Rules {
  const alerts = parse(read('deploy/prometheus/alerts.yml')) as Rules;
  if (names === undefined) return alerts;
  const rules = alerts.groups.flatMap((group) => group.rules).filter(({ alert }) => names.includes(alert));
  return {
    groups: [{ name: 'some', rules: rules.map(({ for: _, ...rule }) => rule) } as Rules['groups'][0]],
  };
}

/** A Prometheus that scrapes the addresses every second. */
async function startPrometheus(targets: readonly string[], rules: Rules) {
  const folder = await mkdtemp(path.join(tmpdir(), 'prometheus-'));
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'docgen', static_configs: [{ targets }] }],
  };
  await writeFile(path.join(folder, 'prometheus.yml'), stringify(configuration));
  await writeFile(path.join(folder, 'alerts.yml'), stringify(rules));
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
  const ask = async (route: string) => {
    const { body } = await request(`http://127.0.0.1:${port}/api/v1/${route}`);
    return ((await body.json()) as { data: unknown }).data;
  };
  return {
    /** The values of a query, by PromQL. */
    query: async (query: string): Promise<string[]> => {
      const { result } = (await ask(`query?query=${encodeURIComponent(query)}`)) as {
        result: { value: [number, string] }[];
      };
      return result.map(({ value: [, value] }) => value);
    },
    /** The alerts that fire. */
    firing: async (): Promise<Pick<Alert, 'labels' | 'annotations'>[]> => {
      const { alerts } = (await ask('alerts')) as { alerts: Alert[] };
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels, annotations }) => ({ labels, annotations }));
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
    await using service = await startEmbedded();
    await service.generate(NDA);
    await using prometheus = await startPrometheus([new URL(service.url).host], alertRules());
    // A busy machine may take longer than the second that a scrape may.
    for (const query of [
      'documents_total{template="non-disclosure-agreement",format="docx",outcome="ok"}',
      'up{job="docgen"}',
      'database_up == 1 and documents_accepted / documents_capacity < 0.9',
    ])
      await vi.waitFor(async () => expect(await prometheus.query(query)).toEqual(['1']), PATIENCE);
    expect(await prometheus.firing()).toEqual([]);
  },
  300_000,
);

test.skipIf(program.isSkipped)(
  `one alert fires for an instance that is down, another for one that is not ready: ${program.title}`,
  async () => {
    const [embedded] = databases;
    await using place = await embedded?.makePlace();
    if (place === undefined) throw new Error('there is no embedded database to run over');
    await using ready = await startEmbedded();
    await using leaving = startProcess(place, { DRAIN_DELAY_MS: '600000' });
    const [url = ''] = /http:\S+/.exec(await leaving.printed(/listening at http:\/\/127\.0\.0\.1:\d+/)) ?? [];
    leaving.child.kill('SIGTERM');
    await leaving.printed(/draining/);
    // Port 1 is reserved, so nothing listens on it.
    const dead = '127.0.0.1:1';
    const unready = new URL(url).host;
    await using prometheus = await startPrometheus(
      [new URL(ready.url).host, unready, dead],
      alertRules(['DocgenDown', 'DocgenNotReady', 'DocgenRefusals']),
    );
    const expected = [
      {
        labels: { alertname: 'DocgenDown', severity: 'critical', job: 'docgen', instance: dead },
        annotations: { summary: `${dead} does not answer Prometheus`, runbook_url: `${RUNBOOKS}/down.md` },
      },
      {
        labels: { alertname: 'DocgenNotReady', severity: 'critical', job: 'docgen', instance: unready },
        annotations: {
          summary: `${unready} runs, and takes no requests`,
          runbook_url: `${RUNBOOKS}/not-ready.md`,
        },
      },
    ];
    await vi.waitFor(async () => expect(await prometheus.firing()).toEqual(expected), PATIENCE);
    // The same signal again would count as one; another one ends it at once.
    leaving.child.kill('SIGINT');
    await leaving.exit;
  },
  300_000,
);

test.skipIf(program.isSkipped)(
  `an alert fires when more than one request in twenty is refused: ${program.title}`,
  async () => {
    await using service = await startEmbedded({ PDF_PAGES: '2', MAX_QUEUE: '0' });
    await using prometheus = await startPrometheus(
      [new URL(service.url).host],
      alertRules(['DocgenDown', 'DocgenNotReady', 'DocgenRefusals']),
    );
    await vi.waitFor(async () => {
      await Promise.all(Array.from({ length: 10 }, () => service.generate(NDA)));
      expect(await prometheus.firing()).toEqual([
        {
          labels: { alertname: 'DocgenRefusals', severity: 'critical' },
          annotations: {
            summary: expect.stringMatching(/^\d[\d.]*% of the requests are refused with 503$/),
            runbook_url: `${RUNBOOKS}/refusals.md`,
          },
        },
      ]);
    }, PATIENCE);
  },
  300_000,
);
