/** Which files a source file loads: read from its import statements, without running it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /^(?:import|export)(?! type\b)[^;']*'([^']+)'|\bimport\('([^']+)'\)/gm;
const OWN = /^(?:src|tests|schemas|bench|clients|deploy)\/.*\.tsx?$/;

/** A file that is loaded: a path from the root of the repository, or the name of a package. */
export interface Load {
  readonly by: string;
  readonly name: string;
}

/**
 * @param root folder of the repository
 * @returns a function that lists everything that a file loads, directly or not; the file is a path from `root`
 */
export function readImports(root: string): (file: string) => Load[] {
  const direct = new Map<string, readonly string[]>();
  const namesIn = (file: string): readonly string[] => {
    const known = direct.get(file);
    if (known !== undefined) return known;
    const names = Array.from(
      readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT),
      ([, loaded, deferred = '']) => loaded ?? deferred,
    ).map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
    direct.set(file, names);
    return names;
  };
  return (file) => {
    const loads: Load[] = [];
    const files = new Set([file]);
    for (const by of files) {
      for (const name of namesIn(by)) {
        loads.push({ by, name });
        if (OWN.test(name)) files.add(name);
      }
    }
    return loads;
  };
}
