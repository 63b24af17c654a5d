import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ruleFiles } from '../../deploy/prometheus/write-rules.ts';
import { ERROR_CODES } from '../../schemas/error-codes.ts';
import { EMBEDDED } from '../../src/formats/pdf/chromium-built-at.ts';
import { startEmbedded, type TestService } from '../service.ts';
import { needProgram } from '../tools.ts';
import { inRoot, read } from './files.ts';

const ADDRESS = 'deploy/prometheus/runbooks-address';
const PROMETHEUS_RULE = 'deploy/kubernetes/components/monitoring/prometheusrule.yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook_url: string };
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const alerts = parse(read('deploy/prometheus/alerts.yml')) as Rules;
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/grafana/dashboards/documents.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const promtool = needProgram('promtool');
const NDA = { templateId: 'non-disclosure-agreement', data: { parties: [{ fullName: 'Ada Obi' }] } };

test('the PrometheusRule has the alerts of the rules file', () => {
  const { spec } = parse(read(PROMETHEUS_RULE)) as { spec: Rules };
  expect(spec.groups).toEqual(alerts.groups);
});

test('npm run generate puts one address before every runbook', () => {
  const ours = 'https://wiki.acme.example/docgen/';
  const files = ruleFiles((file) => (file === ADDRESS ? `${ours}\n` : read(file)));
  for (const [file, text] of Object.entries(files))
    expect([file, text]).toEqual([file, read(file).replaceAll(read(ADDRESS).trim(), ours)]);
  const { spec } = parse(files[PROMETHEUS_RULE] ?? '') as { spec: Rules };
  for (const { annotations } of spec.groups.flatMap((group) => group.rules))
    expect(annotations.runbook_url.startsWith(`${ours}runbooks/`)).toBe(true);
});

test("every alert's URL leads to a runbook with its name as the heading, and every runbook has an alert", () => {
  const address = read(ADDRESS).trim();
  expect(new URL(address).href).toBe(address);
  expect(address.endsWith('/')).toBe(true);
  const pages = rules.map(({ alert, annotations }) => {
    const page = `docs/${annotations.runbook_url.replace(address, '')}`;
    expect([annotations.runbook_url.startsWith(address), existsSync(inRoot(page))]).toEqual([true, true]);
    expect(read(page)).toMatch(new RegExp(`^# ${alert}: `));
    return page;
  });
  expect(pages.sort()).toEqual(
    readdirSync(inRoot('docs/runbooks'))
      .map((name) => `docs/runbooks/${name}`)
      .sort(),
  );
});

describe.skipIf(promtool.isSkipped)(promtool.title, () => {
  test('accepts the alerts and passes their unit tests', () => {
    const run = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' });
    expect(run('check', 'rules', inRoot('deploy/prometheus/alerts.yml'))).toContain('SUCCESS');
    expect(run('test', 'rules', inRoot('deploy/prometheus/alerts.test.yml'))).toContain('SUCCESS');
    expect(run('check', 'config', '--syntax-only', inRoot('deploy/prometheus/prometheus.yml'))).toContain(
      'SUCCESS',
    );
  });
});

describe('the metrics of the service', () => {
  let service: TestService;
  let metrics: string;
  let pdf: Buffer;

  beforeAll(async () => {
    service = await startEmbedded();
    ({ bytes: pdf } = await service.generate({ ...NDA, format: 'pdf' }));
    await service.generate({ ...NDA, format: 'docx' });
    await service.generate({ ...NDA, format: 'odt' });
    await service.generate({ templateId: 'of-my-own', format: 'pdf', data: {} });
    metrics = (await service.send('GET', '/metrics')).bytes.toString();
  });

  afterAll(() => service[Symbol.asyncDispose]());

  test('count documents by template, with the time of each step, the sizes and the pages', async () => {
    const made = 'template="non-disclosure-agreement",version="1.0.0",source="global"';
    expect(metrics.match(/^documents_total\{.* [1-9]\d*$/gm)?.sort()).toEqual([
      `documents_total{${made},format="docx",outcome="ok"} 1`,
      `documents_total{${made},format="pdf",outcome="ok"} 1`,
    ]);
    const steps = metrics.matchAll(
      /^document_step_duration_seconds_count\{format="(.*?)",step="(.*?)"\} 1$/gm,
    );
    expect([...steps].map(([, format, step]) => `${format} ${step}`).sort()).toEqual([
      'docx convert',
      'docx queue',
      'docx template',
      'pdf complete',
      'pdf print',
      'pdf queue',
      'pdf template',
    ]);
    expect(metrics).toMatch(/^document_size_bytes_count\{format="pdf"\} 1$/m);
    expect(metrics).toMatch(/^document_duration_seconds_count\{format="docx"\} 1$/m);
    const { numPages } = await getDocument({ data: new Uint8Array(pdf) }).promise;
    expect(metrics).toContain(`document_pages_sum ${numPages}\ndocument_pages_count 1\n`);
  });

  test('count refusals by code, and never by a name from a request', () => {
    expect(metrics.match(/^http_refusals_total\{.* [1-9]\d*$/gm)?.sort()).toEqual([
      'http_refusals_total{code="template_not_found"} 1',
      'http_refusals_total{code="validation_error"} 1',
    ]);
    expect(metrics).not.toContain('of-my-own');
  });

  test('have every count that alerts need from the start, as 0', () => {
    const zeros = (name: string) =>
      metrics.match(new RegExp(`^${name}\\{.*(?= 0$)`, 'gm'))?.map(labelsOf) ?? [];
    const labelsOf = (line: string) => [...line.matchAll(/="(.*?)"/g)].map(([, value]) => value).join(' ');
    const texts = globSync('*/*.*.*.njk', { cwd: inRoot('templates-html') }).map(
      (file) => `${file.replace('.njk', '').replace('/', ' ')} global`,
    );
    texts.push('custom custom custom');
    const made = /^non-disclosure-agreement .* ok$/;
    expect(zeros('documents_total').sort()).toEqual(
      texts
        .flatMap((text) => ['pdf', 'docx'].map((format) => `${text} ${format}`))
        .flatMap((start) => ['ok', 'failed', 'refused', 'aborted'].map((outcome) => `${start} ${outcome}`))
        .filter((labels) => !made.test(labels))
        .sort(),
    );
    expect(texts.length).toBeGreaterThan(9);
    expect(zeros('http_refusals_total').sort()).toEqual(
      ERROR_CODES.filter((code) => code !== 'template_not_found' && code !== 'validation_error').toSorted(),
    );
    expect(zeros('workers_replaced_total').sort()).toEqual(
      ['render process', 'printing page', 'completion thread']
        .flatMap((worker) =>
          ['wear', 'timeout', 'memory', 'died', 'killed', 'caller gone', 'fault'].map(
            (cause) => `${worker} ${cause}`,
          ),
        )
        .sort(),
    );
  });

  test('show the state of the queue, the database and the keys', () => {
    const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1]);
    expect(['documents_accepted', 'documents_waiting', 'database_up', 'service_ready'].map(value)).toEqual([
      0, 0, 1, 1,
    ]);
    expect(value('documents_capacity')).toBeGreaterThan(100);
    expect([value('key_cache_hits_total'), value('key_cache_misses_total')]).toEqual([3, 1]);
    expect(value('database_statement_duration_seconds_count\\{outcome="ok"\\}')).toBeGreaterThan(0);
  });

  test('show the age of the embedded Chromium, which is that of its package', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(dependencies['@sparticuz/chromium']).toBe(EMBEDDED.version);
    const published = EMBEDDED.publishedAt.getTime() / 1_000;
    expect(metrics).toMatch(new RegExp(`^chromium_build_timestamp_seconds ${published}$`, 'm'));
  });

  test('show the versions of the service, Node and Chromium', async () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const { chromium } = (await service.send('GET', '/readyz')).json as { chromium: { version: string } };
    expect(chromium.version).toBe(EMBEDDED.chromiumVersion);
    const labels = `version="${version}",node="${process.versions.node}",chromium="${chromium.version}"`;
    expect(metrics).toContain(`\nbuild_info{${labels}} 1\n`);
  });

  test('are all in the documentation', () => {
    const names = [...metrics.matchAll(/^# TYPE ((?!process_|nodejs_)\S+)/gm)].map(([, name = '']) => name);
    const [, rest = ''] = read('docs/deployment.md').split('| metric | says |');
    const [table = ''] = rest.split('\n## ');
    const documented = [...table.matchAll(/^\|(.*?)\|/gm)].flatMap(
      ([, cell = '']) => cell.match(/\w+/g) ?? [],
    );
    expect(names.sort()).toEqual(documented.filter((name) => !name.startsWith('nodejs_')).sort());
  });

  test('have every name that an alert or the dashboard uses', () => {
    const names = new Set(metrics.matchAll(/^# TYPE (\S+)/gm).map(([, name = '']) => name));
    const functions =
      /\b(sum|rate|increase|by|le|histogram_quantile|changes|absent|time|min|and|or|vector)\b/g;
    const asked = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].flatMap(
      ({ expr }) =>
        expr
          .replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, '')
          .replace(functions, '')
          .match(/[a-z_][a-z_\d]{2,}/g) ?? [],
    );
    const known = (name: string) => names.has(name.replace(/_(bucket|sum|count)$/, '')) || names.has(name);
    expect([...new Set(asked)].filter((name) => !known(name))).toEqual([]);
    expect(asked.length).toBeGreaterThan(20);
  });

  test.skipIf(promtool.isSkipped)(`follow the naming rules of Prometheus: ${promtool.title}`, () => {
    const lint = execFileSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
    expect(lint).toBe('');
  });
});
