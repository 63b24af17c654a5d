import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { licencePage } from '../../deploy/sbom/licences.ts';
import { shippedPackages } from '../../deploy/sbom/packages.ts';
import { FONT_FILES } from '../../src/pdf/fonts.ts';
import { inRoot, read } from './files.ts';

const PAGES = ['*.md', 'docs/**/*.md', 'bench/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: inRoot('.') }),
);

test('every link of every page leads to a file', () => {
  const dead = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, link = '']) => path.join(path.dirname(page), link))
      .filter((file) => !existsSync(inRoot(file)))
      .map((file) => `${page}: ${file}`),
  );
  expect(PAGES.length).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});

test('every threat has a test that holds it', () => {
  const rows = read('docs/threat-model.md').match(/^\|(?! threat |---).*\|$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !/\]\(\.\.\/tests\/.*\.test\.ts\) *[|,]/.test(row))).toEqual([]);
});

test('the page of licences has every package that is shipped', () => {
  expect(read('THIRD-PARTY-LICENSES.md')).toBe(licencePage());
});

test('npm run sbom lists npm packages, Chromium and fonts as CycloneDX', () => {
  const { bomFormat, components } = JSON.parse(
    execFileSync(process.execPath, [inRoot('deploy/sbom/main.ts')], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ) as { bomFormat: string; components: { name: string }[] };
  const names = new Set(components.map(({ name }) => name));
  expect(bomFormat).toBe('CycloneDX');
  const fonts = FONT_FILES.map((file) => `font ${path.parse(file).name}`);
  const expected = ['Chromium (embedded, in @sparticuz/chromium)', 'fastify', ...fonts];
  expect(expected.filter((name) => !names.has(name))).toEqual([]);
  expect(shippedPackages().map(({ name }) => name)).toContain('fastify');
});
