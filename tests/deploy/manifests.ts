import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { inRoot } from './files.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Renders a copy of an overlay to which an operator has added components. */
export function render(overlay: string, components: readonly string[] = []): Manifest[] {
  const copy = mkdtempSync(path.join(tmpdir(), 'kubernetes-'));
  try {
    cpSync(inRoot('deploy/kubernetes'), copy, { recursive: true });
    const folder = path.join(copy, 'overlays', overlay);
    const file = path.join(folder, 'kustomization.yaml');
    const kustomization = parse(readFileSync(file, 'utf8')) as { components?: string[] };
    const added = components.map((name) => `../../components/${name}`);
    const all = { ...kustomization, components: [...(kustomization.components ?? []), ...added] };
    writeFileSync(file, stringify(all));
    const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** API group → the npm package with its models. There is no package for External Secrets v1. */
const PACKAGES: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'external-secrets.io': '',
};

/**
 * Validates an object against its schema.
 * @returns the errors, including unknown fields, which the models themselves accept
 */
export async function faultsOf(manifest: Manifest): Promise<string[]> {
  const [version = '', group = ''] = manifest.apiVersion.split('/').reverse();
  const name = PACKAGES[group] ?? 'kubernetes-models';
  if (name === '') return [];
  const file = [name, group, version, manifest.kind].filter((part) => part !== '').join('/');
  const module = (await import(file)) as Record<string, new (data: unknown) => { validate(): void }>;
  const Model = module[manifest.kind];
  if (Model === undefined) return [`${file} has no model`];
  const unread = new Set<string>();
  try {
    new Model(recordReads(manifest, '', unread)).validate();
  } catch (error) {
    return [(error as Error).message];
  }
  return [...unread].map((field) => `the schema has no field ${field}`);
}

/** Records which fields the validator does not read: these are unknown to the schema. */
function recordReads<Value>(value: Value, place: string, unread: Set<string>): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) for (const key of Object.keys(value)) unread.add(`${place}/${key}`);
  return new Proxy(value, {
    get: (target, key) => {
      unread.delete(`${place}/${String(key)}`);
      return recordReads(Reflect.get(target, key), `${place}/${String(key)}`, unread);
    },
  });
}
