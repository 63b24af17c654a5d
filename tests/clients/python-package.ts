import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { need } from '../tools.ts';

export const CLIENT = path.join(import.meta.dirname, '..', '..', 'clients', 'python');

const run = promisify(execFile);

/** What `pip install --no-build-isolation` needs. */
const MODULES = 'import setuptools, wheel, pip';

/** A Python that was built beside Debian's does not have Debian's modules. */
const python = ['python3', '/usr/bin/python3'].find((program) => {
  try {
    execFileSync(program, ['-c', MODULES], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

export const installer = need(
  'python3 with pip',
  python === undefined ? 'python3, pip, setuptools or wheel is not installed' : undefined,
);

interface Installed extends AsyncDisposable {
  /** Runs a program that may import the package. */
  run(
    program: string,
    options: { readonly cwd?: string; readonly env: Readonly<Record<string, string>> },
  ): Promise<{ stdout: string; stderr: string }>;
  /** Where the package is. */
  readonly folder: string;
}

/** The package as `pip install` makes it, without a network, in a folder of its own. */
export async function installPython(): Promise<Installed> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'docgen-python-'));
  const folder = path.join(scratch, 'installed');
  const sources = path.join(scratch, 'sources');
  // setuptools builds beside the sources.
  await cp(CLIENT, sources, { recursive: true });
  const offline = ['--no-build-isolation', '--no-index', '--no-deps', '--disable-pip-version-check'];
  const pip = ['-m', 'pip', 'install', '--quiet', '--root-user-action=ignore', ...offline];
  const program = python ?? 'python3';
  await run(program, [...pip, '--target', folder, sources]);
  return {
    folder,
    run: (text, { cwd = scratch, env }) =>
      run(program, ['-c', text], {
        cwd,
        env: { PATH: process.env.PATH, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', ...env },
      }),
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }),
  };
}
