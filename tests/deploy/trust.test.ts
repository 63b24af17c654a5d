import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { shippedFolders } from '../../deploy/sbom/lock.ts';
import { shippedPackages } from '../../deploy/sbom/packages.ts';
import { EMBEDDED } from '../../src/formats/pdf/chromium-built-at.ts';
import { FONT_FILES } from '../../src/formats/pdf/fonts.ts';
import { inRoot, read } from './files.ts';

const PAGES = ['*.md', 'docs/**/*.md', 'bench/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: inRoot('.') }),
);

test('every link of the documentation leads to a file', () => {
  const dead = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, link = '']) => path.join(path.dirname(page), link))
      .filter((file) => !existsSync(inRoot(file)))
      .map((file) => `${page}: ${file}`),
  );
  expect(PAGES.length).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});

test('every threat has a test', () => {
  const rows = read('docs/threat-model.md').match(/^\|(?! threat |---).*\|$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !/\]\(\.\.\/tests\/.*\.test\.ts\) *[|,]/.test(row))).toEqual([]);
});

test('every decision is in the list of decisions', () => {
  const records = globSync('docs/decisions/0*.md', { cwd: inRoot('.') }).map((file) => path.basename(file));
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[.*\]\((.*)\)$/gm)].map(
    ([, file]) => file,
  );
  expect(listed).toEqual(records.sort());
});

test('the CI of a host calls .ci/run, may only read, and pins actions by commit', () => {
  const workflow = parse(read('.github/workflows/ci.yml')) as {
    permissions: object;
    jobs: Record<
      string,
      { steps: { uses?: string; with?: object; run?: string }[]; container: { image: string } }
    >;
  };
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  expect(steps.filter(({ uses }) => uses !== undefined && !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  expect(steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))?.with).toEqual({
    'persist-credentials': false,
  });
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
  expect(jobs.map(({ container }) => container.image)).toEqual([`node:${devDependencies.node}-bookworm`]);
});

test('the update bot reads every lock file', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directories?: string[] }[];
  };
  const locks = globSync('**/package-lock.json', { cwd: inRoot('.'), exclude: ['**/node_modules'] });
  const hidden = globSync('.ci/*/package-lock.json', { cwd: inRoot('.') });
  const folders = [...new Set([...locks, ...hidden])].map((file) => path.join('/', path.dirname(file)));
  const npm = updates.find((update) => update['package-ecosystem'] === 'npm');
  expect(npm?.directories?.toSorted()).toEqual(folders.sort());
});

test('dependencies have exact versions and hashes, and only Node runs an install script', () => {
  const { dependencies, devDependencies, allowScripts } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(allowScripts).toEqual({ esbuild: false, node: true });
  const withoutHash = [...shippedFolders()].filter(([folder, { integrity }]) => folder !== '' && !integrity);
  expect(withoutHash).toEqual([]);
});

test('every shipped package has a licence that allows use in a closed product', () => {
  const allowed =
    /^\(?((MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0)( OR | AND )?)+\)?$/;
  const others = shippedPackages().filter(({ licence }) => !allowed.test(licence));
  expect(others).toEqual([]);
});

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface LockEntry {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

describe('npm run sbom', () => {
  const sbom = JSON.parse(
    execFileSync(process.execPath, [inRoot('deploy/sbom/main.ts')], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ) as Sbom;
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, LockEntry>;
  };
  const libraries = sbom.components.filter(({ type }) => type === 'library');

  test('is CycloneDX of the service', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    expect(sbom.metadata.component).toEqual({
      'bom-ref': `document-generation-service@${version}`,
      type: 'application',
      name: 'document-generation-service',
      version,
    });
  });

  test('has every package of the lock file that is not for development or another platform alone', () => {
    const isHere = ({ os, cpu, libc }: LockEntry) =>
      os?.includes('linux') !== false && cpu?.includes('x64') !== false && libc?.includes('glibc') !== false;
    const locked = Object.entries(packages)
      .filter(([folder, entry]) => folder !== '' && entry.dev !== true && isHere(entry))
      .map(([folder, one]) => [folder.replace(/^.*node_modules\//, ''), one] as const)
      .map(
        ([name, { version, integrity = '' }]) =>
          `pkg:npm/${name.replace('@', '%40')}@${version} ${Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')}`,
      );
    const listed = libraries.map(({ purl, hashes }) => `${purl} ${hashes?.[0]?.content}`);
    // The lock file has a package once for each folder in which it is installed.
    expect(listed.sort()).toEqual([...new Set(locked)].sort());
    expect(listed.length).toBeGreaterThan(100);
  });

  test('has every package that the service or another package needs', () => {
    const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set([`document-generation-service@${version}`]);
    for (const ref of reached) for (const needed of needs.get(ref) ?? []) reached.add(needed);
    const files = sbom.components.filter(({ type }) => type === 'file').map((font) => font['bom-ref']);
    expect([...reached, ...files].sort()).toEqual(
      [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']).sort(),
    );
  });

  test('has what the page of the licences has', () => {
    const page = read('THIRD-PARTY-LICENSES.md');
    const rows = [...page.matchAll(/^\| (?!what )(.*?) \| (.*?) \| .*\|$/gm)]
      .map(([, name, version]) => `${name} ${version}`)
      .filter((row) => !row.startsWith('deploy/'));
    expect(sbom.components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(rows.sort());
  });

  test('names Chromium as scanners know it, and the fonts', () => {
    const { chromiumVersion } = EMBEDDED;
    expect(sbom.components.filter(({ type }) => type === 'application')).toEqual([
      {
        'bom-ref': `pkg:generic/chromium@${chromiumVersion}`,
        type: 'application',
        name: 'Chromium (embedded, in @sparticuz/chromium)',
        version: chromiumVersion,
        cpe: `cpe:2.3:a:google:chrome:${chromiumVersion}:*:*:*:*:*:*:*`,
        purl: `pkg:generic/chromium@${chromiumVersion}`,
        licenses: [{ license: { name: 'BSD-3-Clause and others' } }],
      },
    ]);
    expect(sbom.components.filter(({ type }) => type === 'file').map(({ name }) => name)).toEqual(
      FONT_FILES.map((file) => `font ${path.parse(file).name}`),
    );
  });
});
