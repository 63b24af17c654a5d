import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dependenciesOf, ROOT, shippedFolders } from './lock.ts';
import { CHROMIUM, fonts, shippedPackages } from './packages.ts';

/** The software bill of materials, as CycloneDX 1.5: npm packages, the embedded Chromium, fonts. */
export function sbom() {
  const { name, version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      component: { 'bom-ref': refOf({ name, version }), type: 'application', name, version },
    },
    components: [...shippedPackages().map(npmComponent), chromiumComponent(), ...fonts().map(fontComponent)],
    dependencies: dependencies(),
  };
}

function refOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

function npmComponent(shipped: ReturnType<typeof shippedPackages>[number]) {
  const { name, version, licence, integrity } = shipped;
  return {
    'bom-ref': refOf(shipped),
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [/ (OR|AND|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    ...(integrity !== undefined && { hashes: [{ alg: 'SHA-512', content: hexadecimal(integrity) }] }),
  };
}

function hexadecimal(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

function chromiumComponent() {
  const { licence, ...component } = CHROMIUM;
  return {
    'bom-ref': CHROMIUM.purl,
    type: 'application',
    ...component,
    licenses: [{ license: { name: licence } }],
  };
}

function fontComponent({ file, name, version, licence }: ReturnType<typeof fonts>[number]) {
  const content = readFileSync(path.join(ROOT, 'templates-html/fonts', file));
  return {
    'bom-ref': name,
    type: 'file',
    name,
    version,
    licenses: [{ license: { id: licence } }],
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(content).digest('hex') }],
  };
}

/** What depends on what. A package that is installed in two folders has one entry. */
function dependencies(): { ref: string; dependsOn: string[] }[] {
  const packages = shippedFolders();
  const graph = new Map<string, Set<string>>();
  for (const [folder, one] of packages) {
    const needed = dependenciesOf(folder, packages).map(refOf);
    graph.set(refOf(one), (graph.get(refOf(one)) ?? new Set()).union(new Set(needed)));
  }
  graph.set(CHROMIUM.purl, new Set());
  graph.get(refOf(embedding(packages)))?.add(CHROMIUM.purl);
  return [...graph].map(([ref, needed]) => ({ ref, dependsOn: [...needed].sort() }));
}

function embedding(packages: ReturnType<typeof shippedFolders>) {
  const found = packages.get('node_modules/@sparticuz/chromium');
  if (found === undefined) throw new Error('package-lock.json does not have @sparticuz/chromium');
  return found;
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(sbom(), null, 2)}\n`);
