import { BlockList, isIPv6 } from 'node:net';
import type { Manifest } from './manifests.ts';

type Labels = Readonly<Record<string, string>>;

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface Port {
  readonly port: number | string;
  readonly protocol: string;
}

interface Rule {
  readonly ports: readonly Port[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

export interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

/** A pod, or an address outside of the cluster. */
export interface Host {
  readonly name: string;
  readonly namespace?: { readonly name: string; readonly labels: Labels };
  readonly labels: Labels;
  /** Of a host outside of the cluster. */
  readonly address?: string;
  /** Names of the ports that its containers declare. */
  readonly portNames: Readonly<Record<string, number>>;
}

export interface Connection {
  readonly from: Host;
  readonly to: Host;
  readonly port: number;
  readonly protocol: string;
}

export interface Part {
  readonly type: 'Egress' | 'Ingress';
  readonly title: string;
  readonly policy: NetworkPolicy;
}

/** Whether a selector matches labels, as the API of Kubernetes defines it. A selector without requirements matches all. */
export function selects(selector: Selector, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      throw new Error(`unknown operator ${operator}`);
    })
  );
}

/** Whether the policies let a connection through: out of its origin, and into its destination. */
export function isAllowed(policies: readonly NetworkPolicy[], connection: Connection): boolean {
  return (['Egress', 'Ingress'] as const).every((type) => {
    const applying = policies.filter((policy) => applies(policy, type, connection));
    return (
      applying.length === 0 ||
      applying.some((policy) => rulesOf(policy, type).some((rule) => letsThrough(rule, type, connection)))
    );
  });
}

/** A policy for each combination of a peer and a port of each rule, with nothing else in it. */
export function parts(policies: readonly NetworkPolicy[]): Part[] {
  return policies.flatMap((policy) =>
    (['Egress', 'Ingress'] as const).flatMap((type) =>
      rulesOf(policy, type).flatMap(({ ports, from, to }) =>
        (from ?? to ?? [undefined]).flatMap((peer) =>
          ports.map((port) => {
            const rule = { ports: [port], ...(peer && { [type === 'Egress' ? 'to' : 'from']: [peer] }) };
            const { podSelector } = policy.spec;
            return {
              type,
              title: `${policy.metadata.name} ${type} ${JSON.stringify(rule)}`,
              policy: { ...policy, spec: { podSelector, policyTypes: [type], [type.toLowerCase()]: [rule] } },
            };
          }),
        ),
      ),
    ),
  );
}

/** Whether a connection leaves, or reaches, a pod that the policy is for. */
export function applies(
  { metadata, spec }: NetworkPolicy,
  type: 'Egress' | 'Ingress',
  { from, to }: Pick<Connection, 'from' | 'to'>,
): boolean {
  const { namespace, labels } = type === 'Egress' ? from : to;
  return (
    spec.policyTypes.includes(type) &&
    namespace?.name === metadata.namespace &&
    selects(spec.podSelector, labels)
  );
}

function rulesOf({ spec }: NetworkPolicy, type: 'Egress' | 'Ingress'): readonly Rule[] {
  return (type === 'Egress' ? spec.egress : spec.ingress) ?? [];
}

function letsThrough(
  rule: Rule,
  type: 'Egress' | 'Ingress',
  { from, to, port, protocol }: Connection,
): boolean {
  const [policyHost, other, peers] = type === 'Egress' ? [from, to, rule.to] : [to, from, rule.from];
  const isPort = rule.ports.some(
    (allowed) =>
      allowed.protocol === protocol &&
      (typeof allowed.port === 'number' ? allowed.port : to.portNames[allowed.port]) === port,
  );
  return isPort && (peers?.some((peer) => isPeer(peer, other, policyHost.namespace?.name)) ?? true);
}

/** @param namespace that of the policy, in which a peer without a namespaceSelector is */
function isPeer(peer: Peer, host: Host, namespace: string | undefined): boolean {
  if (peer.ipBlock !== undefined) {
    const [network = '', prefix = ''] = peer.ipBlock.cidr.split('/');
    const block = new BlockList();
    block.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
    return host.address !== undefined && block.check(host.address);
  }
  if (host.namespace === undefined) return false;
  const isNamespace =
    peer.namespaceSelector === undefined
      ? host.namespace.name === namespace
      : selects(peer.namespaceSelector, host.namespace.labels);
  return isNamespace && selects(peer.podSelector ?? {}, host.labels);
}
