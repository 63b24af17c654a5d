import { describe, expect, test } from 'vitest';
import { needProgram } from '../tools.ts';
import { type Manifest, render } from './manifests.ts';
import {
  applies,
  type Connection,
  type Host,
  isAllowed,
  type NetworkPolicy,
  parts,
} from './network-policies.ts';

interface Workload extends Manifest {
  readonly spec: PodOwner & { readonly jobTemplate?: { readonly spec: PodOwner } };
}

interface PodOwner {
  readonly template: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: {
      readonly containers: readonly {
        readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
      }[];
    };
  };
}

interface Target {
  readonly host: Host;
  /** `53/UDP` */
  readonly ports: readonly string[];
}

const kubectl = needProgram('kubectl');

/** The API server gives each namespace the label with its name. */
function namespace(name: string, labels: Readonly<Record<string, string>> = {}) {
  return { name, labels: { 'kubernetes.io/metadata.name': name, ...labels } };
}

function pod(
  name: string,
  inNamespace: NonNullable<Host['namespace']>,
  labels: Readonly<Record<string, string>>,
  ...ports: string[]
): Target {
  return { host: { name, namespace: inNamespace, labels, portNames: {} }, ports };
}

function address(name: string, ip: string, ...ports: string[]): Target {
  return { host: { name, address: ip, labels: {}, portNames: {} }, ports };
}

/** What runs around the service, with the labels that its own manifests or operators give it. */
const SURROUNDINGS: readonly Target[] = [
  // kubeadm's CoreDNS
  pod(
    'kube-dns',
    namespace('kube-system'),
    { 'k8s-app': 'kube-dns', 'pod-template-hash': '668d6bf9bc' },
    '53/UDP',
    '53/TCP',
  ),
  // cluster/addons/dns/nodelocaldns of Kubernetes, as a pod (Cilium) and as addresses of the node
  pod('node-local-dns', namespace('kube-system'), { 'k8s-app': 'node-local-dns' }, '53/UDP', '53/TCP'),
  address('address of node-local-dns', '169.254.20.10', '53/UDP', '53/TCP'),
  address('address of the Service kube-dns', '10.96.0.10', '53/UDP', '53/TCP'),
  // OpenShift's DNS operator
  pod(
    'dns-default',
    namespace('openshift-dns'),
    { 'dns.operator.openshift.io/daemonset-dns': 'default' },
    '5353/UDP',
    '5353/TCP',
  ),
  pod('metrics-server', namespace('kube-system'), { 'k8s-app': 'metrics-server' }, '53/UDP', '443/TCP'),
  // the Prometheus operator
  pod(
    'prometheus',
    namespace('monitoring'),
    {
      'app.kubernetes.io/name': 'prometheus',
      'app.kubernetes.io/managed-by': 'prometheus-operator',
      'operator.prometheus.io/name': 'k8s',
    },
    '9090/TCP',
  ),
  pod(
    'prometheus of OpenShift',
    namespace('openshift-user-workload-monitoring'),
    {
      'app.kubernetes.io/name': 'prometheus',
    },
    '9090/TCP',
  ),
  pod('shop', namespace('shop', { 'docgen/caller': 'true' }), { app: 'shop' }, '8080/TCP'),
  pod('stranger', namespace('stranger'), { app: 'stranger' }, '8080/TCP'),
  address('PostgreSQL elsewhere', '192.0.2.10', '5432/TCP', '22/TCP'),
  address('the internet', '203.0.113.5', '443/TCP', '5432/TCP', '53/UDP'),
  address("the cloud's metadata", '169.254.169.254', '80/TCP'),
];

/** The rendered pods, and another one in their namespace that is nobody's business. */
function podsOf(manifests: readonly Manifest[]): Target[] {
  const home = namespace('docgen');
  const rendered = manifests
    .filter(({ kind }) => ['CronJob', 'Deployment', 'Job', 'StatefulSet'].includes(kind))
    .map((manifest) => {
      const { spec: workload } = manifest as Workload;
      const { metadata, spec } = (workload.jobTemplate?.spec ?? workload).template;
      const ports = spec.containers.flatMap((container) => container.ports ?? []);
      expect(manifest.metadata.namespace).toBe(home.name);
      return {
        host: {
          name: manifest.metadata.name,
          namespace: home,
          labels: metadata.labels,
          portNames: Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort])),
        },
        ports: [...ports.map(({ containerPort }) => `${containerPort}/TCP`), '22/TCP'],
      };
    });
  return [...rendered, pod('neighbour', home, { app: 'neighbour' }, '8080/TCP')];
}

/** Every connection from one of the hosts to a port of another one. */
function connectionsAmong(targets: readonly Target[]): Connection[] {
  return targets.flatMap(({ host: from }) =>
    targets
      .filter(({ host: to }) => to !== from)
      .flatMap(({ host: to, ports }) =>
        ports.map((text) => {
          const [port, protocol = ''] = text.split('/');
          return { from, to, port: Number(port), protocol };
        }),
      ),
  );
}

const KUBE_DNS = ['kube-dns 53/UDP', 'kube-dns 53/TCP'];
const NODE_LOCAL_DNS = [
  'node-local-dns',
  'address of node-local-dns',
  'address of the Service kube-dns',
].flatMap((name) => [`${name} 53/UDP`, `${name} 53/TCP`]);
const PODS = SURROUNDINGS.filter(({ host }) => host.namespace !== undefined).map(({ host }) => host.name);
const ALL_CALLERS = [...PODS, 'neighbour'].map((name) => `${name} 3000/TCP`);

/** What an overlay with components is for: which connections its pods make and get. */
const CASES = [
  {
    overlay: 'small',
    components: [],
    reaches: { docgen: [...KUBE_DNS, 'postgresql 5432/TCP'], postgresql: [] },
    isReachedBy: { docgen: [...ALL_CALLERS, 'prometheus 3001/TCP'], postgresql: ['docgen 5432/TCP'] },
  },
  {
    overlay: 'small',
    components: ['openshift'],
    reaches: {
      docgen: ['dns-default 5353/UDP', 'dns-default 5353/TCP', 'postgresql 5432/TCP'],
      postgresql: [],
    },
    isReachedBy: {
      docgen: [...ALL_CALLERS, 'prometheus of OpenShift 3001/TCP'],
      postgresql: ['docgen 5432/TCP'],
    },
  },
  {
    overlay: 'small',
    components: ['backup'],
    reaches: {
      docgen: [...KUBE_DNS, 'postgresql 5432/TCP'],
      'docgen-backup': [...KUBE_DNS, 'postgresql 5432/TCP'],
      postgresql: [],
    },
    isReachedBy: {
      docgen: [...ALL_CALLERS, 'prometheus 3001/TCP'],
      'docgen-backup': [],
      postgresql: ['docgen 5432/TCP', 'docgen-backup 5432/TCP'],
    },
  },
  {
    overlay: 'large',
    components: [],
    reaches: { docgen: [...KUBE_DNS, 'PostgreSQL elsewhere 5432/TCP'] },
    isReachedBy: { docgen: ['shop 3000/TCP', 'prometheus 3001/TCP'] },
  },
  {
    overlay: 'large',
    components: ['batch'],
    reaches: {
      docgen: [...KUBE_DNS, 'PostgreSQL elsewhere 5432/TCP'],
      'docgen-batch': [...KUBE_DNS, 'docgen 3000/TCP'],
    },
    isReachedBy: {
      docgen: ['docgen-batch 3000/TCP', 'shop 3000/TCP', 'prometheus 3001/TCP'],
      'docgen-batch': [],
    },
  },
  {
    overlay: 'large',
    components: ['node-local-dns'],
    reaches: { docgen: [...KUBE_DNS, ...NODE_LOCAL_DNS, 'PostgreSQL elsewhere 5432/TCP'] },
    isReachedBy: { docgen: ['shop 3000/TCP', 'prometheus 3001/TCP'] },
  },
] as const;

describe.skipIf(kubectl.isSkipped)(`network policies, rendered by ${kubectl.title}`, () => {
  describe.each(CASES)(
    'overlay $overlay with $components',
    ({ overlay, components, reaches, isReachedBy }) => {
      const manifests = kubectl.isSkipped ? [] : render(overlay, components);
      const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy[];
      const pods = podsOf(manifests);
      const connections = connectionsAmong([...SURROUNDINGS, ...pods]);
      const allowed = connections.filter((connection) => isAllowed(policies, connection));

      test('allow exactly the connections that the service needs', () => {
        const of = (end: 'from' | 'to', name: string) =>
          allowed
            .filter((connection) => connection[end].name === name)
            .map(({ from, to, port, protocol }) => `${(end === 'from' ? to : from).name} ${port}/${protocol}`)
            .sort();
        for (const [name, expected] of Object.entries(reaches))
          expect([name, of('from', name)]).toEqual([name, [...expected].sort()]);
        for (const [name, expected] of Object.entries(isReachedBy))
          expect([name, of('to', name)]).toEqual([name, [...expected].sort()]);
      });

      test('leave the other pods of the namespace alone', () => {
        const free = connections.filter(({ from, to }) =>
          policies.every(
            (policy) => !applies(policy, 'Egress', { from, to }) && !applies(policy, 'Ingress', { from, to }),
          ),
        );
        expect(free.filter(({ from }) => from.name === 'neighbour').map(({ to }) => to.name)).toEqual(
          SURROUNDINGS.flatMap(({ host, ports }) => ports.map(() => host.name)),
        );
        expect(free.filter(({ to }) => to.name === 'neighbour').map(({ from }) => from.name)).toEqual(
          SURROUNDINGS.map(({ host }) => host.name),
        );
      });

      test('have no rule that lets nothing through', () => {
        const idle = parts(policies).filter(
          ({ policy, type }) =>
            !connections.some(
              (connection) => applies(policy, type, connection) && isAllowed([policy], connection),
            ),
        );
        expect(idle.map(({ title }) => title)).toEqual([]);
      });
    },
  );
});
