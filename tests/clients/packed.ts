import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { need } from '../tools.ts';

export const CLIENT = path.join(import.meta.dirname, '..', '..', 'clients', 'typescript');

const run = promisify(execFile);

export const installed = need(
  'the TypeScript client',
  existsSync(path.join(CLIENT, 'node_modules'))
    ? undefined
    : '`npm ci` has not been run in clients/typescript',
);

export const bin = (name: string) => path.join(CLIENT, 'node_modules', '.bin', name);

interface Application extends AsyncDisposable {
  readonly folder: string;
}

/** An empty application in which the package was installed as `npm pack` makes it, without a network. */
export async function installPacked(): Promise<Application> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-client-'));
  const application = path.join(folder, 'application');
  const packages = [CLIENT, ...['openapi-fetch', 'openapi-typescript-helpers'].map(dependency)];
  await run('npm', ['pack', '--silent', '--pack-destination', folder, ...packages]);
  const packed = (await readdir(folder)).map((file) => path.join(folder, file));
  await mkdir(application);
  await writeFile(path.join(application, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', ...packed], {
    cwd: application,
  });
  return {
    folder: application,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function dependency(name: string): string {
  return path.join(CLIENT, 'node_modules', name);
}
