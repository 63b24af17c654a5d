import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { needProgram } from '../../tools.ts';
import { docgen } from './docgen.ts';

const MAIN = path.join(import.meta.dirname, '../../../src/ui/cli/docgen.ts');

let service: TestService;
let folder: string;
test.beforeAll(async ({ service: shared }) => {
  service = shared;
  folder = await mkdtemp(path.join(tmpdir(), 'completion-'));
  // As `npm link` does.
  await symlink(MAIN, path.join(folder, 'docgen'));
  await symlink(process.execPath, path.join(folder, 'node'));
  await writeFile(path.join(folder, 'acme.key'), service.key);
});
afterAll(() => rm(folder, { recursive: true }));

const environment = () => ({ DOCGEN_URL: service.url, DOCGEN_KEY: service.key });

/** A person at a shell waits for the service for two seconds; a busy machine takes longer. */
const PATIENT = {
  NODE_OPTIONS: '--import=data:text/javascript,AbortSignal.timeout=()=>new%20AbortController().signal',
};

describe('docgen complete', () => {
  const complete = async (words: readonly string[], given: Record<string, string> = environment()) => {
    const { exitCode, stdout, stderr } = await docgen(['complete', '--', ...words], { ...PATIENT, ...given });
    expect([exitCode, stderr]).toEqual([0, '']);
    return stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
  };

  test('names commands, options and their values', async () => {
    const commands = await complete(['']);
    expect(commands).toEqual(expect.arrayContaining(['companies', 'templates', 'generate', 'batch', 'help']));
    // What the shells call is for them alone.
    expect(commands).not.toContain('complete');
    expect(await complete(['keys', 'r'])).toEqual(['rotate', 'revoke']);
    expect(await complete(['batch', '--draft', '--s'])).toEqual([
      '--shard',
      '--skip-faulty',
      '--strict',
      '--signatures',
    ]);
    for (const words of [['--format', ''], ['--format='], ['--format', '=', '']])
      expect(await complete(['batch', 'x', ...words])).toEqual(['pdf', 'docx', 'both']);
  });

  test('names the templates of the service, for the key that the command line names', async () => {
    expect(await complete(['batch', 'e'])).toEqual(['environmental-policy', 'esg-policy']);
    expect(await complete(['generate', '--data', 'x', 'non'])).toEqual(['non-disclosure-agreement']);
    const keyFile = ['--key-file', path.join(folder, 'acme.key')];
    expect(await complete(['templates', 'csv', ...keyFile, 's'], { DOCGEN_URL: service.url })).toEqual([
      'senior-backend-developer-agreement',
      'studio-booking-agreement',
      'supplier-agreement',
    ]);
  });

  test('names nothing where a file is meant, and without a key or a service', async () => {
    expect(await complete(['generate', 'esg-policy', '--data', ''])).toEqual([]);
    expect(await complete(['generate', 'e'], { DOCGEN_URL: service.url })).toEqual([]);
    expect(await complete(['generate', 'e'], { ...environment(), DOCGEN_URL: 'http://127.0.0.1:1' })).toEqual(
      [],
    );
  });
});

describe('the scripts of docgen completion', () => {
  /** Runs a shell that has sourced the script. */
  const run = async (shell: string, args: readonly string[]) => {
    const env = { ...PATIENT, ...environment(), PATH: `${folder}:/usr/bin:/bin`, HOME: folder, TERM: 'dumb' };
    const { stdout } = await promisify(execFile)(shell, args, { env });
    return stdout.trimEnd();
  };

  test('complete in bash', async () => {
    const ask = (...words: string[]) =>
      run('bash', [
        ...['--norc', '-c'],
        `source <(docgen completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docgen; echo "\${COMPREPLY[*]}"`,
        ...['bash', 'docgen', ...words],
      ]);
    expect(await ask('templates', '')).toBe('list show schema sample csv new publish check help');
    expect(await ask('generate', 'esg')).toBe('esg-policy');
    expect(await ask('generate', 'esg-policy', '--format', '=', 'd')).toBe('docx');
  });

  const zsh = needProgram('zsh');
  test.skipIf(zsh.isSkipped)(`complete in ${zsh.title}`, async () => {
    const script = `compdef() {}; _describe() { print -l $found }; _files() { print files }
      source <(docgen completion zsh); words=("$@"); CURRENT=$#; _docgen`;
    const ask = (...words: string[]) => run('zsh', ['-f', '-c', script, 'zsh', 'docgen', ...words]);
    expect(await ask('generate', 'esg')).toBe('esg-policy:Environmental, Social and Governance Policy');
    expect(await ask('generate', 'esg-policy', '--data', '')).toBe('files');
  });

  const fish = needProgram('fish');
  test.skipIf(fish.isSkipped)(`complete in ${fish.title}`, async () => {
    const ask = (line: string) =>
      run('fish', ['--no-config', '-c', `docgen completion fish | source; complete -C '${line}'`]);
    expect(await ask('docgen generate esg')).toBe('esg-policy\tEnvironmental, Social and Governance Policy');
    expect(await ask(`docgen generate esg-policy --key-file ${folder}/ac`)).toBe(`${folder}/acme.key`);
  });
});
