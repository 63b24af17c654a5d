import { readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..', '..');

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Absent for the few packages whose entry in the lock file has none. */
  readonly license?: string;
  /** `sha512-` and the hash of its archive in base64. */
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** What a lock file says of where a package is installed; undefined: everywhere. */
interface Installed {
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/**
 * The packages of package-lock.json that run in production, by their folders; the project itself has the folder ''. Of a
 * package with a build for each platform, only that of the one on which the service runs.
 */
export function shippedFolders(): ReadonlyMap<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage & Installed>;
  };
  // `npm sbom --omit dev` also omits what development needs too, such as postcss.
  const shipped = Object.entries(packages).filter(
    ([, { dev, os = ['linux'], cpu = ['x64'], libc = ['glibc'] }]) =>
      dev !== true && os.includes('linux') && cpu.includes('x64') && libc.includes('glibc'),
  );
  return new Map(shipped.map(([folder, entry]) => [folder, { ...entry, name: nameOf(folder, entry) }]));
}

function nameOf(folder: string, { name }: LockedPackage): string {
  return name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The packages that a package loads: each from the nearest `node_modules` above it, as Node does. */
export function dependenciesOf(
  folder: string,
  packages: ReadonlyMap<string, LockedPackage>,
): LockedPackage[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages.get(folder) ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).flatMap(
    // An optional dependency need not be there.
    (name) => nearest(folder, name, packages) ?? [],
  );
}

function nearest(
  folder: string,
  name: string,
  packages: ReadonlyMap<string, LockedPackage>,
): LockedPackage | undefined {
  const found = packages.get(path.posix.join(folder, 'node_modules', name));
  if (found !== undefined || folder === '') return found;
  return nearest(folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name, packages);
}
