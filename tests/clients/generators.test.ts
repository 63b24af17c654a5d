import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect } from 'vitest';
import { test } from '../shared-service.ts';
import { need } from '../tools.ts';

const CLIENTS = path.join(import.meta.dirname, '..', '..', 'clients');
const MODULES = path.join(CLIENTS, 'generators', 'node_modules');
const TYPES = path.join(CLIENTS, '..', 'node_modules', '@types');
const DESCRIPTION = path.join(CLIENTS, 'openapi.json');

const run = promisify(execFile);

const installed = need(
  'the generators of clients',
  existsSync(MODULES) ? undefined : '`npm ci` has not been run in clients/generators',
);

interface Generator {
  readonly name: string;
  /** The arguments of its program. */
  readonly args: readonly string[];
  readonly config?: string;
  /**
   * A program with the generated client that has `data`, `other` and `WORD`. It sets `word`, `pdf`, `compared`: files; `valid`,
   * `reading`: answers; `refusal`: the JSON of the answer to data with a misspelt field.
   */
  readonly program: string;
}

const BEGIN = `
const { DOCGEN_URL = '', DOCGEN_KEY = '' } = process.env;
const templateId = 'non-disclosure-agreement';
const data = { parties: [{ fullName: 'Ada Obi' }] };
const other = { parties: [{ fullName: 'Bola Ade' }] };
const base64Of = async (file: Blob) => btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())));
`;

const END = `
const headOf = async (file: Blob | undefined) => (await file?.slice(0, 4).text())?.slice(0, 2);
console.log(JSON.stringify([
  await headOf(word), await headOf(pdf), await headOf(compared), valid?.valid, reading?.verdict, reading?.data, refusal,
]));
`;

const GENERATORS: readonly Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    args: ['openapi-ts', '-i', DESCRIPTION, '-o', 'made'],
    program: `
import { compareDocuments, generateDocument, previewDocument, readDocument, validateDocument } from './made';
import { client } from './made/client.gen';
${BEGIN}
client.setConfig({ baseUrl: DOCGEN_URL, auth: DOCGEN_KEY });
const { data: word } = await generateDocument({ body: { templateId, format: 'docx', data } });
const { data: pdf } = await previewDocument({ body: { templateId, data } });
const { data: compared } = await compareDocuments({ body: { templateId, from: { data }, to: { data: other } } });
const { data: valid } = await validateDocument({ body: { templateId, format: 'pdf', data } });
const { data: reading } = await readDocument({ body: { file: await base64Of(word as Blob), format: 'docx' } });
const { error: refusal } = await validateDocument({ body: { templateId, format: 'pdf', data: {} as typeof data } });
${END}`,
  },
  {
    name: 'orval',
    args: ['orval', '--config', 'orval.config.mjs'],
    config: `export default { documents: { input: { target: ${JSON.stringify(DESCRIPTION)} }, output: {
      target: 'made.ts', client: 'fetch', override: { fetch: { forceSuccessResponse: true } },
    } } };`,
    program: `
import {
  compareDocuments, generateDocument, previewDocument, readDocument, validateDocument, type Reading,
} from './made';
${BEGIN}
const send = globalThis.fetch;
globalThis.fetch = (path, init) => send(DOCGEN_URL + path, init);
const headers = { 'X-Key': DOCGEN_KEY };
const { data: word } = await generateDocument({ templateId, format: 'docx', data }, { headers });
const { data: pdf } = await previewDocument({ templateId, data }, {}, { headers });
const { data: compared } = await compareDocuments({ templateId, from: { data }, to: { data: other } }, { headers });
const { data: valid } = await validateDocument({ templateId, format: 'pdf', data }, { headers });
const { data: read } = await readDocument({ file: await base64Of(word), format: 'docx' }, {}, { headers });
const reading: Reading = read instanceof Blob ? JSON.parse(await read.text()) : read;
const refusal = await validateDocument({ templateId, format: 'pdf', data: {} as typeof data }, { headers }).catch(
  (error) => error.info,
);
${END}`,
  },
  {
    name: 'swagger-typescript-api',
    args: ['swagger-typescript-api', 'generate', '-p', DESCRIPTION, '-o', '.', '-n', 'made.ts'],
    program: `
import { Api } from './made';
${BEGIN}
const { api } = new Api({ baseUrl: DOCGEN_URL, baseApiParams: { headers: { 'X-Key': DOCGEN_KEY } } });
const file = { format: 'blob' } as const;
const { data: word } = await api.generateDocument({ templateId, format: 'docx', data }, file);
const { data: pdf } = await api.previewDocument({ templateId, data }, {}, file);
const { data: compared } = await api.compareDocuments({ templateId, from: { data }, to: { data: other } }, file);
const { data: valid } = await api.validateDocument({ templateId, format: 'pdf', data });
const { data: reading } = await api.readDocument({ file: await base64Of(word), format: 'docx' });
const refusal = await api.validateDocument({ templateId, format: 'pdf', data: {} as typeof data }).catch(
  ({ error }) => error,
);
${END}`,
  },
];

describe.skipIf(installed.isSkipped)(installed.title, () => {
  test.for(GENERATORS)(
    '$name makes a client that compiles, makes documents, compares and reads them',
    { timeout: 300_000 },
    async ({ args: [program = '', ...args], config, program: source }, { service }) => {
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-generated-'));
      const cwd = folder.path;
      await symlink(MODULES, path.join(cwd, 'node_modules'));
      if (config !== undefined) await writeFile(path.join(cwd, 'orval.config.mjs'), config);
      await run(path.join(MODULES, '.bin', program), args, { cwd, env: { ...process.env, CI: '1' } });
      await writeFile(path.join(cwd, 'program.ts'), source);

      const compilerOptions = {
        ...{ target: 'es2023', module: 'esnext', moduleResolution: 'bundler', noEmit: true, strict: true },
        ...{
          skipLibCheck: true,
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: ['node'],
          typeRoots: [TYPES],
        },
      };
      await writeFile(
        path.join(cwd, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['program.ts'] }),
      );
      const checked = await run(path.join(MODULES, '.bin', 'tsc'), ['-p', cwd]).catch((error) => error);
      expect(checked.stdout).toBe('');

      const outfile = path.join(cwd, 'program.mjs');
      const bundled = { bundle: true, platform: 'node', format: 'esm' } as const;
      await build({ ...bundled, entryPoints: [path.join(cwd, 'program.ts')], outfile });
      const env = { PATH: process.env.PATH, DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
      const { stdout } = await run(process.execPath, [outfile], { env });
      expect(JSON.parse(stdout)).toEqual([
        ...['PK', '%P', 'PK', true, 'as made', { parties: [{ fullName: 'Ada Obi' }] }],
        expect.objectContaining({ details: { missing_fields: ['parties'] } }),
      ]);
    },
  );
});
