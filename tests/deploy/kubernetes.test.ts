import { globSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Environment, readConfig } from '../../src/environment/config.ts';
import { needProgram } from '../tools.ts';
import { inRoot, read } from './files.ts';
import { faultsOf, type Manifest, render } from './manifests.ts';
import type { NetworkPolicy } from './network-policies.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: {
    readonly requests: { cpu: string; memory: string };
    readonly limits: { memory: string };
  };
  readonly securityContext: object;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels: Labels;
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly selector: Selector;
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly enableServiceLinks: boolean;
        readonly automountServiceAccountToken: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly topologySpreadConstraints: readonly {
          readonly whenUnsatisfiable: string;
          readonly labelSelector: Selector;
        }[];
        readonly initContainers: readonly Container[];
        readonly containers: readonly Container[];
      };
    };
  };
}

/** 1.21 or later, which has kustomize 4; Debian 12 has 1.20, which knows no components. */
const kubectl = needProgram('kubectl');

describe.skipIf(kubectl.isSkipped)(`rendered by ${kubectl.title}`, () => {
  describe.each(['small', 'large'])('overlay %s', (overlay) => {
    const manifests = kubectl.isSkipped ? [] : render(overlay);
    const find = <Found extends Manifest>(kind: string, name = 'docgen') =>
      manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) as Found;
    const pod = kubectl.isSkipped ? undefined : find<Deployment>('Deployment').spec.template.spec;

    test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
      '%s is valid according to its schema',
      async (_title, manifest) => {
        expect(await faultsOf(manifest)).toEqual([]);
      },
    );

    test('has exactly the expected objects', () => {
      const kinds = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
      const both = ['Deployment docgen', 'Namespace docgen', 'NetworkPolicy docgen', 'Service docgen'];
      const rest = ['Service docgen-admin', 'ServiceAccount docgen'];
      const own = {
        small: ['NetworkPolicy postgresql', 'Service postgresql', 'StatefulSet postgresql'],
        large: [
          'ExternalSecret docgen',
          'HorizontalPodAutoscaler docgen',
          'PodDisruptionBudget docgen',
          'PriorityClass docgen',
          'PrometheusRule docgen',
          'ServiceMonitor docgen',
        ],
      };
      expect(kinds).toEqual([...both, ...rest, ...own[overlay as 'small' | 'large']].sort());
    });

    test('gives the service only variables that it knows, and the ports of its Services', () => {
      const [container] = pod?.containers ?? [];
      const given = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
      const { DATABASE_URL_FILE, ADMIN_TOKEN_FILE, DIGEST_SECRET_FILE, ...plain } = given;
      const config = readConfig(plain);
      expect(Object.keys(given).filter((name) => !(name in Environment.properties))).toEqual([]);
      expect([DATABASE_URL_FILE, ADMIN_TOKEN_FILE, DIGEST_SECRET_FILE]).toEqual([
        '/run/secrets/docgen/database-url',
        '/run/secrets/docgen/admin-token',
        '/run/secrets/docgen/digest-secret',
      ]);
      expect(
        Object.fromEntries(container?.ports.map(({ name, containerPort }) => [name, containerPort]) ?? []),
      ).toEqual({ http: config.PORT, admin: config.ADMIN_PORT });
      expect(Number(container?.resources.requests.memory.replace('Gi', '')) * 1_024).toBeGreaterThanOrEqual(
        260 + 370 * Number(config.PDF_PAGES),
      );
    });

    test('has as many pages and render processes as cores that it requests', () => {
      const [container] = pod?.containers ?? [];
      const value = (name: string) => container?.env.find((variable) => variable.name === name)?.value;
      const { cpu } = container?.resources.requests ?? {};
      expect([value('PDF_PAGES'), value('RENDER_PROCESSES')]).toEqual([cpu, cpu]);
    });

    test('gives the service time to shut down, after it has become unready', () => {
      const [container] = pod?.containers ?? [];
      const milliseconds = (name: string) =>
        Number(container?.env.find((variable) => variable.name === name)?.value);
      const drain = milliseconds('DRAIN_DELAY_MS');
      expect((pod?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(
        drain + milliseconds('SHUTDOWN_TIMEOUT_MS'),
      );
      // The endpoint of a deleted pod is gone at once, and the nodes follow within seconds.
      expect(drain).toBeGreaterThanOrEqual(5_000);
      expect([container?.startupProbe, container?.livenessProbe, container?.readinessProbe]).toMatchObject([
        { httpGet: { path: '/readyz', port: 'admin' } },
        { httpGet: { path: '/livez', port: 'admin' } },
        { httpGet: { path: '/readyz', port: 'admin' }, failureThreshold: 3 },
      ]);
    });

    test('starts pods wherever there is a node, whatever its zone', () => {
      const rules = pod?.topologySpreadConstraints.map(({ whenUnsatisfiable }) => whenUnsatisfiable);
      expect(new Set(rules)).toEqual(new Set(['ScheduleAnyway']));
    });

    test('gives containers no more rights than they need', () => {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const { securityContext } of [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])]) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
      expect(pod?.initContainers.map(({ command }) => command)).toEqual([['node', 'src/start/migrate.ts']]);
    });

    test('selects the pods of its Deployment, and no others, everywhere', () => {
      const { spec } = find<Deployment>('Deployment');
      const [service, admin] = ['docgen', 'docgen-admin'].map(
        (name) => find<Manifest & { spec: { selector: Labels } }>('Service', name).spec.selector,
      );
      const spread = spec.template.spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector);
      const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget') as Deployment[];
      const selectors = [spec.selector, { matchLabels: service }, { matchLabels: admin }, ...spread];
      for (const selector of [...selectors, ...budgets.map((budget) => budget.spec.selector)]) {
        expect(selector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'docgen' } });
      }
      expect(spec.template.metadata.labels).toEqual({ 'app.kubernetes.io/name': 'docgen' });
      expect(budgets.length).toBe(overlay === 'large' ? 1 : 0);
    });
  });
});

describe.skipIf(kubectl.isSkipped)(`components, rendered by ${kubectl.title}`, () => {
  const manifests = kubectl.isSkipped
    ? []
    : render('large', ['backup', 'batch', 'ingress', 'node-local-dns', 'openshift']);

  test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is valid according to its schema',
    async (_title, manifest) => {
      expect(await faultsOf(manifest)).toEqual([]);
    },
  );

  test('can be combined', () => {
    const added = manifests.filter(({ metadata }) => metadata.name === 'docgen-backup');
    expect(added.map(({ kind }) => kind).sort()).toEqual(['CronJob', 'PersistentVolumeClaim']);
    const batch = manifests.filter(({ metadata }) => metadata.name === 'docgen-batch');
    expect(batch.map(({ kind }) => kind).sort()).toEqual(['Job', 'NetworkPolicy', 'PersistentVolumeClaim']);
    const policy = manifests.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'docgen',
    ) as NetworkPolicy;
    const ports = policy.spec.egress?.map((rule) => rule.ports.map(({ port }) => port));
    expect(ports).toEqual([[5353, 5353], [5432], [53, 53]]);
  });
});

test('every manifest and docker-compose.yml have the same version of PostgreSQL', () => {
  const files = ['deploy/kubernetes/**/*.yaml', 'docker-compose.yml'].flatMap((pattern) =>
    globSync(pattern, { cwd: inRoot('.') }),
  );
  const tags = files.flatMap((file) =>
    [...read(file).matchAll(/image: postgres:(\S+)|name: postgres\n +newTag: (\S+)/g)].map(
      ([, image, tag]) => `${file}: ${image ?? tag}`,
    ),
  );
  expect(tags.sort()).toEqual([
    'deploy/kubernetes/components/backup/cronjob.yaml: 17.5-bookworm',
    'deploy/kubernetes/overlays/small/kustomization.yaml: 17.5-bookworm',
    'deploy/kubernetes/overlays/small/postgresql-statefulset.yaml: 17.5-bookworm',
    'docker-compose.yml: 17.5-bookworm',
  ]);
});

test('every file has one object and is named after its kind', () => {
  const folder = 'deploy/kubernetes';
  const files = readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.yaml') && !/(kustomization|-patch)\.yaml$/.test(file),
  );
  expect(files.length).toBeGreaterThan(12);
  for (const file of files) {
    const { kind, metadata } = parse(read(`${folder}/${file}`)) as Manifest;
    const name = file.split('/').at(-1) ?? '';
    expect(name.toLowerCase().replaceAll('-', '')).toContain(kind.toLowerCase());
    expect(metadata.name).toMatch(
      /^(docgen|docgen-admin|docgen-backup|docgen-batch|docgen-from-batch|postgresql)$/,
    );
  }
});
