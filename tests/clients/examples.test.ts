import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect } from 'vitest';
import openapi from '../../clients/openapi.json' with { type: 'json' };
import type { TestService } from '../service.ts';
import { test } from '../shared-service.ts';
import { needProgram } from '../tools.ts';
import { bin, installed as client, installPacked } from './packed.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

const run = promisify(execFile);

/** The examples of the latest versions, each of which has a page in clients/examples. */
const NAMES = Object.entries(openapi.components.examples).flatMap(([name, { value }]) =>
  'version' in value ? [] : [name],
);

const curl = needProgram('curl');
const python = needProgram('python3');
describe('the example', () => {
  let service: TestService;
  let folder: string;
  /** Where the client is installed. */
  let scratch: string;
  const cleaning = new AsyncDisposableStack();
  test.beforeAll(async ({ service: shared }) => {
    service = shared;
    folder = await mkdtemp(path.join(tmpdir(), 'docgen-examples-'));
    if (!client.isSkipped) scratch = cleaning.use(await installPacked()).folder;
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await cleaning.disposeAsync();
  });

  /** The code in the page, in one language. */
  async function codeIn(name: string, language: string): Promise<string> {
    const page = await readFile(new URL(`../../clients/examples/${name}.md`, import.meta.url), 'utf8');
    return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
  }

  async function makesDocument(name: string, program: string, parameters: string[]): Promise<void> {
    const file = path.join(folder, `${name}.pdf`);
    await rm(file, { force: true });
    const env = { PATH: process.env.PATH, DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
    const { stdout, stderr } = await run(program, parameters, { cwd: folder, env });
    expect([stdout, stderr]).toEqual(['', '']);
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  }

  test.skipIf(curl.isSkipped).each(NAMES)(`for %s makes the document with ${curl.title}`, async (name) => {
    await makesDocument(name, 'bash', ['--norc', '-euc', await codeIn(name, 'bash')]);
  });

  test.skipIf(python.isSkipped).each(NAMES)(
    `for %s makes the document with ${python.title}`,
    async (name) => {
      await makesDocument(name, 'python3', ['-c', await codeIn(name, 'python')]);
    },
  );

  test.skipIf(client.isSkipped).each(NAMES)(
    `for %s makes the document with ${client.title}`,
    async (name) => {
      const file = path.join(scratch, `${name}.ts`);
      await writeFile(file, await codeIn(name, 'ts'));
      await makesDocument(name, process.execPath, [file]);
    },
  );

  describe('for many documents', () => {
    const rows = ['Ada Obi', 'Bola Ade', 'Chi Eze'].map((fullName) => ({ parties: [{ fullName }] }));
    const written = { 'many-1.pdf': true, 'many-2.pdf': true, 'many-3.pdf': true };

    async function makesThree(program: string, parameters: readonly string[]): Promise<void> {
      const out = await mkdtemp(path.join(folder, 'many-'));
      const broken = { parties: [{}], governingLaw: 'Atlantis' };
      await writeFile(
        path.join(out, 'rows.ndjson'),
        [...rows, broken].map((row) => JSON.stringify(row)).join('\n'),
      );
      const env = { PATH: process.env.PATH, DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
      const { stdout, stderr } = await run(program, parameters, { cwd: out, env });
      expect([stdout, stderr]).toEqual([expect.stringMatching(/^row 4: .*governingLaw.*\n$/), '']);
      const files = (await readdir(out)).filter((name) => name.endsWith('.pdf'));
      const whole = files.map(async (name) => {
        const bytes = await readFile(path.join(out, name));
        return [name, bytes.subarray(0, 5).toString() === '%PDF-'];
      });
      expect(Object.fromEntries(await Promise.all(whole))).toEqual(written);
    }

    test.skipIf(python.isSkipped)(`makes one of every row with ${python.title}`, async () => {
      await makesThree('python3', ['-c', await codeIn('many', 'python')]);
    });

    test.skipIf(client.isSkipped)(`makes one of every row with ${client.title}`, async () => {
      const file = path.join(scratch, 'many.ts');
      await writeFile(file, await codeIn('many', 'ts'));
      await makesThree(process.execPath, [file]);
    });
  });

  test.skipIf(client.isSkipped)(`of every template compiles with ${client.title}`, async () => {
    for (const name of [...NAMES, 'many'])
      await writeFile(path.join(scratch, `${name}.ts`), await codeIn(name, 'ts'));
    const compilerOptions = {
      ...{
        target: 'es2023',
        module: 'nodenext',
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
      },
      ...{ types: ['node'], typeRoots: [path.join(ROOT, 'node_modules', '@types')] },
    };
    await writeFile(
      path.join(scratch, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    );
    await expect(run(bin('tsc'), ['--project', scratch])).resolves.toEqual({ stdout: '', stderr: '' });
  });
});
