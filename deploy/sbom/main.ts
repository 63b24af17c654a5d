import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FONT_FILES } from '../../src/pdf/fonts.ts';
import { otherParts, ROOT } from './packages.ts';

/** Prints the software bill of materials as CycloneDX 1.5 in JSON: npm's list, and the parts that npm does not know. */
const npm = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'],
  {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  },
);
const sbom = JSON.parse(npm) as { metadata: { component: object }; components: object[] };
// npm names the component after its folder.
Object.assign(sbom.metadata.component, { type: 'application', name: 'document-generation-service' });
for (const { name, version, licence } of otherParts()) {
  const font = FONT_FILES.find((file) => name === `font ${path.parse(file).name}`);
  sbom.components.push({
    'bom-ref': name,
    type: font === undefined ? 'application' : 'file',
    name,
    version,
    licenses: [{ license: { name: licence } }],
    ...(font !== undefined && { hashes: [{ alg: 'SHA-256', content: sha256(font) }] }),
  });
}
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);

function sha256(font: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'templates-html/fonts', font)))
    .digest('hex');
}
