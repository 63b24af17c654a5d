import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shippedPackages } from '../../deploy/sbom/packages.ts';
import { FONT_FILES } from '../../src/pdf/fonts.ts';
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

test('every shipped package has a licence that allows use in a closed product', () => {
  const allowed =
    /^\(?((MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0)( OR | AND )?)+\)?$/;
  const others = shippedPackages().filter(({ licence }) => !allowed.test(licence));
  expect(others).toEqual([]);
});

test('npm run sbom lists npm packages, Chromium and fonts as CycloneDX', () => {
  const { bomFormat, metadata, components } = JSON.parse(
    execFileSync(process.execPath, [inRoot('deploy/sbom/main.ts')], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ) as {
    bomFormat: string;
    metadata: { component: object };
    components: { name: string }[];
  };
  const names = new Set(components.map(({ name }) => name));
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ type: 'application', name: 'document-generation-service' });
  const fonts = FONT_FILES.map((file) => `font ${path.parse(file).name}`);
  const expected = ['Chromium (embedded, in @sparticuz/chromium)', 'fastify', ...fonts];
  expect(expected.filter((name) => !names.has(name))).toEqual([]);
  expect(shippedPackages().map(({ name }) => name)).toContain('fastify');
});
