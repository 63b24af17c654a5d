/**
 * Which tests are light: those that start neither a browser, nor a database, nor a program. A test file is light unless
 * it loads, directly or not, a module that does. And which share a service.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Modules that start a browser or a database. */
const STARTING = new Set(['src/pdf/launch.ts', 'puppeteer-core', '@electric-sql/pglite', 'pg']);

const IMPORT = /^(?:import|export)(?! type\b)[^;']*'([^']+)'|\bimport\('([^']+)'\)/gm;

/** @returns the test files that share a service, as paths from `root` */
export function sharingTests(root: string): string[] {
  const tests = globSync('tests/**/*.test.ts', { cwd: root });
  return tests.filter((test) => readFileSync(path.join(root, test), 'utf8').includes("/shared-service.ts'"));
}

/** @returns the light test files, as paths from `root` */
export function lightTests(root: string): string[] {
  const loads = new Map<string, readonly string[]>();
  const loadedBy = (file: string): readonly string[] => {
    const known = loads.get(file);
    if (known !== undefined) return known;
    const imports = readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT);
    const names = Array.from(imports, ([, loaded, deferred = '']) => loaded ?? deferred);
    const found = names.map((name) =>
      name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
    );
    loads.set(file, found);
    return found;
  };
  const isLight = (test: string) => {
    const seen = new Set([test]);
    for (const file of seen) {
      for (const name of loadedBy(file)) {
        if (STARTING.has(name) || (name === 'node:child_process' && !file.startsWith('src/'))) return false;
        if (/^(?:src|tests|schemas|bench)\/.*\.ts$/.test(name)) seen.add(name);
      }
    }
    return true;
  };
  return globSync('tests/**/*.test.ts', { cwd: root }).filter(isLight);
}
