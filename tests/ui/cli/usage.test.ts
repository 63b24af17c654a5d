import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docgen, MAIN } from './docgen.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  await writeFile(path.join(folder, 'good.json'), '{}');
  await writeFile(path.join(folder, 'bad.json'), '{ not JSON');
  await writeFile(path.join(folder, 'empty.key'), '\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** Some commands, to check that `helpsOf` finds them. A new command need not be added. */
const COMMANDS = [
  'batch',
  'companies create',
  'companies delete',
  'companies list',
  'companies profile delete',
  'companies profile set',
  'companies profile show',
  'companies rename',
  'companies resume',
  'companies suspend',
  'compare',
  'completion',
  'documents find',
  'documents list',
  'documents mine',
  'generate',
  'keys issue',
  'keys list',
  'keys revoke',
  'keys rotate',
  'overrides list',
  'overrides publish',
  'overrides retire',
  'overrides show',
  'templates check',
  'templates csv',
  'templates list',
  'templates new',
  'templates publish',
  'templates sample',
  'templates schema',
  'templates show',
  'validate',
];

/**
 * The help of every command without subcommands. They are found as a person finds them: in the help of their parents.
 */
async function helpsOf(names: readonly string[]): Promise<{ command: string; help: string }[]> {
  const { stdout: help } = await docgen([...names, '--help']);
  const [, list] = help.split('\nCommands:\n');
  if (list === undefined) return [{ command: names.join(' '), help }];
  const [block = ''] = list.split('\n\n');
  const children = [...block.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  const helps = children.filter((name) => name !== 'help').map((name) => helpsOf([...names, name]));
  return (await Promise.all(helps)).flat();
}

describe('docgen', () => {
  it('prints its usage', async () => {
    expect(await docgen(['--help'])).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^Usage: docgen \[options\] \[command\]\n/),
      stderr: '',
    });
  });

  it('says nothing when its output is closed before the end, as by head', async () => {
    const command = spawn(process.execPath, [MAIN, '--help'], { env: {} });
    command.stdout.destroy();
    const [stderr, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'close')]);
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  it('prints the usage of every command, with examples', async () => {
    const helps = await helpsOf([]);
    expect(helps.map(({ command }) => command)).toEqual(expect.arrayContaining(COMMANDS));
    for (const { command, help } of helps) {
      expect(help).toMatch(new RegExp(`^Usage: docgen ${command} `));
      expect(help).toMatch(new RegExp(`\\nExamples?:\\n  (.*[ |])?docgen ${command}\\b`));
      expect(help).toContain('--json');
    }
  });

  const generate = (data: string, ...more: string[]) => [
    'generate',
    'x',
    '--data',
    path.join(folder, data),
    ...more,
  ];

  it.each([
    ['no command', () => [], {}, 'Usage: docgen'],
    ['an unknown command', () => ['company'], {}, "error: unknown command 'company'"],
    [
      'a missing argument',
      () => ['companies', 'create', 'acme'],
      {},
      "error: missing required argument 'name'",
    ],
    ['an unknown option', () => ['companies', 'list', '--token=x'], {}, "error: unknown option '--token=x'"],
    ['no --data', () => ['generate', 'x'], {}, "error: required option '--data <file>' not specified"],
    [
      'an unknown format',
      () => generate('good.json', '--format', 'odt'),
      {},
      'Allowed choices are pdf, docx',
    ],
    [
      'a PDF of compare',
      () => ['compare', 'x', '--from', '-', '--to', '-', '--out', 'changes.pdf'],
      {},
      'changes.pdf would be a docx file: let its name end in .docx\n',
    ],
    [
      'a PDF of read',
      () => ['read', 'returned.docx', '--redline', 'changes.pdf'],
      {},
      'changes.pdf would be a docx file: let its name end in .docx\n',
    ],
    [
      'a Word file of seal',
      () => ['seal', 'a.pdf', '--signing-key', 'k.pem', '--certificates', 'c.pem', '--out', 'sealed.docx'],
      {},
      'sealed.docx would be a pdf file: let its name end in .pdf\n',
    ],
    [
      'an unknown paper',
      () => generate('good.json', '--paper', 'A5'),
      {},
      "error: option '--paper <size>' argument 'A5' is invalid. Allowed choices are A4, Letter.",
    ],
    [
      '--version, which is --template-version',
      () => generate('good.json', '--version', '1.0.0'),
      {},
      "error: unknown option '--version'\n(Did you mean --template-version?)\n",
    ],
    [
      'a time without a unit',
      () => ['keys', 'rotate', 'acme', 'k3x7qd2m', '--overlap', '24'],
      {},
      "error: option '--overlap <time>' argument '24' is invalid. It must be like 90s, 30m, 24h, 7d, or 0.",
    ],
    [
      'no ADMIN_TOKEN',
      () => ['companies', 'list'],
      {},
      'ADMIN_TOKEN is not set or empty: set it to the one that the server was started with\n',
    ],
    [
      'a token with characters that no header may have',
      () => ['companies', 'list'],
      { ADMIN_TOKEN: 'two words' },
      'ADMIN_TOKEN holds characters that it cannot have: set it to the one that the server was started with\n',
    ],
    [
      'no key',
      () => generate('good.json'),
      {},
      'DOCGEN_KEY is not set or empty: set it to the company API key that "docgen keys issue" printed, or use --key-file\n',
    ],
    [
      'an empty key file',
      () => generate('good.json', '--key-file', path.join(folder, 'empty.key')),
      {},
      'empty.key is not set or empty: write the company API key into it, and nothing else\n',
    ],
    ['no key for templates list', () => ['templates', 'list'], {}, 'DOCGEN_KEY is not set or empty: '],
    [
      'no key for validate',
      () => ['validate', 'x', '--data', path.join(folder, 'good.json')],
      {},
      'DOCGEN_KEY is not set or empty: ',
    ],
    [
      'a file and its SHA-256 at once',
      () => ['documents', 'find', path.join(folder, 'good.json'), '--sha256', 'a'],
      { ADMIN_TOKEN: 't' },
      'Name a file, or its SHA-256 with --sha256, or its documentId with --id: one of the three.\n',
    ],
    [
      'no file for documents find',
      () => ['documents', 'find'],
      { ADMIN_TOKEN: 't' },
      'Name a file, or its SHA-256 with --sha256, or its documentId with --id: one of the three.\n',
    ],
    [
      'an unreadable file for documents find',
      () => ['documents', 'find', path.join(folder, 'none.pdf')],
      { ADMIN_TOKEN: 't' },
      'none.pdf cannot be read: ENOENT',
    ],
    [
      'no --data to validate',
      () => ['validate', 'x'],
      {},
      "error: required option '--data <file>' not specified",
    ],
    [
      'no such data file',
      () => generate('none.json'),
      { DOCGEN_KEY: 'k' },
      'none.json cannot be read: ENOENT',
    ],
    ['data that is not JSON', () => generate('bad.json'), { DOCGEN_KEY: 'k' }, 'bad.json is not JSON: '],
    [
      'an invalid URL',
      () => ['companies', 'list'],
      { ADMIN_TOKEN: 't', DOCGEN_URL: 'localhost:3000' },
      'DOCGEN_URL is localhost:3000; set it to an address such as https://docgen.example\n',
    ],
  ])(
    'exits with the usage error code for %s, and prints the correct usage',
    async (_title, args, environment, message) => {
      expect(await docgen(args(), environment)).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: expect.stringContaining(message),
      });
    },
  );

  it('uses different exit codes for a service that does not answer and one that refuses', async () => {
    const environment = { ADMIN_TOKEN: 't', DOCGEN_URL: 'http://127.0.0.1:1/' };
    expect(await docgen(['companies', 'list'], environment)).toEqual({
      exitCode: 3,
      stdout: '',
      stderr:
        'Nothing listens at http://127.0.0.1:1. Start the service, and wait for "Server listening at" in its log; ' +
        'or set DOCGEN_URL to its address.\n',
    });
    const elsewhere = { ADMIN_TOKEN: 't', DOCGEN_URL: 'http://docgen.invalid' };
    expect(await docgen(['companies', 'list'], elsewhere)).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /^No answer from http:\/\/docgen\.invalid: .+\. Set DOCGEN_URL to the address of the service\.\n$/,
      ),
    });
  });
});
