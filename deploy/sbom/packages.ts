import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EMBEDDED } from '../../src/pdf/chromium-built-at.ts';
import { FONT_FILES } from '../../src/pdf/fonts.ts';

export const ROOT = path.join(import.meta.dirname, '..', '..');

export interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version: string;
        readonly license?: string;
        readonly dev?: boolean;
        readonly devOptional?: boolean;
        readonly optional?: boolean;
      }
    >
  >;
}

/** The npm packages that run in production, by name and version. */
export function shippedPackages(): Shipped[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const shipped = Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder, { version, license }]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? licenceOf(folder),
    }));
  const unique = new Map(shipped.map((one) => [`${one.name} ${one.version}`, one]));
  return [...unique.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The licence of a package for which the lock file has none. */
function licenceOf(folder: string): string {
  const { license } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as {
    license?: string;
  };
  return license ?? 'see the package';
}

/** The shipped parts that are not npm packages. */
export function otherParts(): Shipped[] {
  return [
    {
      name: 'Chromium (embedded, in @sparticuz/chromium)',
      version: EMBEDDED.version,
      licence: 'BSD-3-Clause and others',
    },
    ...FONT_FILES.map((file) => ({
      name: `font ${path.parse(file).name}`,
      version: 'as in templates-html/fonts',
      licence: file.startsWith('DroidSans') ? 'Apache-2.0' : 'OFL-1.1',
    })),
  ];
}
