import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EMBEDDED } from '../../src/formats/pdf/chromium-built-at.ts';
import { FONT_FILES } from '../../src/formats/pdf/fonts.ts';
import { type LockedPackage, ROOT, shippedFolders } from './lock.ts';

export interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** The npm packages that run in production, by name and version. */
export function shippedPackages(): (Shipped & Pick<LockedPackage, 'integrity'>)[] {
  const shipped = [...shippedFolders()]
    .filter(([folder]) => folder !== '')
    .map(([folder, { name, version, license, integrity }]) => ({
      name,
      version,
      licence: license ?? licenceOf(folder),
      ...(integrity !== undefined && { integrity }),
    }));
  const unique = new Map(shipped.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The licence of a package for which the lock file has none. */
function licenceOf(folder: string): string {
  const { license } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as {
    license?: string;
  };
  return license ?? 'see the package';
}

/** The browser inside @sparticuz/chromium. Scanners know it by the names of Chrome and of Chromium. */
export const CHROMIUM = {
  name: 'Chromium (embedded, in @sparticuz/chromium)',
  version: EMBEDDED.chromiumVersion,
  licence: 'BSD-3-Clause and others',
  cpe: `cpe:2.3:a:google:chrome:${EMBEDDED.chromiumVersion}:*:*:*:*:*:*:*`,
  purl: `pkg:generic/chromium@${EMBEDDED.chromiumVersion}`,
} as const;

export interface Font extends Shipped {
  /** Its file in templates-html/fonts. */
  readonly file: string;
}

export function fonts(): Font[] {
  return FONT_FILES.map((file) => ({
    file,
    name: `font ${path.parse(file).name}`,
    version: 'as in templates-html/fonts',
    licence: file.startsWith('DroidSans') ? 'Apache-2.0' : 'OFL-1.1',
  }));
}
