import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/environment/config.ts';
import { shortShutdown } from '../../src/environment/longest-document.ts';

const TOKEN = 'a'.repeat(32);
const OTHER_TOKEN = 'b'.repeat(32);

/** The errors of an environment, one per line. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    const [title, ...faults] = (error as Error).message.split('\n  ');
    expect(title).toBe('The environment is not right:');
    return faults;
  }
}

async function secretFile(text: string | Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  const file = path.join(folder, 'secret');
  await writeFile(file, text);
  return { file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test('names every invalid variable, with its value and what is allowed', () => {
  expect(
    faultsOf({
      PORT: 'http',
      LOG_LEVEL: 'loud',
      ADMIN_TOKEN: 'short',
      DATABASE_URL: 'mysql://secret@host',
      QUEUE_TIMEOUT_MS: '5',
      TRAIL_DAYS: '1.5',
    }),
  ).toEqual([
    'PORT: "http" must be integer',
    'LOG_LEVEL: "loud" must be one of fatal, error, warn, info, debug, trace, silent',
    'DATABASE_URL: its value must begin with postgresql://',
    'ADMIN_TOKEN: its value must be a token of at least 32 characters, or two of them separated by a comma',
    'TRAIL_DAYS: "1.5" must be integer',
    'QUEUE_TIMEOUT_MS: "5" must be >= 100',
  ]);
});

test.each([
  ['PRINT_TIMEOUT', 'PRINT_TIMEOUT_MS'],
  ['PRINT_TIMEOUT_SECONDS', 'PRINT_TIMEOUT_MS'],
  ['BODY_LIMIT_KB', 'BODY_LIMIT_BYTES'],
  ['RATE_LIMIT', 'RATE_LIMIT_PER_MINUTE'],
  ['TRAIL_MONTHS', undefined],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['ADMIN_TOKENS', 'ADMIN_TOKEN'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['CHROMIUM_PAHT', undefined],
  ['PDF_PAGE', 'PDF_PAGES'],
])('the unknown variable %s is taken for a misspelling of %s', (name, right) => {
  expect(faultsOf({ [name]: '3' })).toEqual(
    right === undefined ? [] : [`${name}: there is no such variable; it is ${right}`],
  );
});

test('warns of a shutdown that may end accepted documents, but not by default', () => {
  expect(shortShutdown(readConfig({}))).toBeUndefined();
  expect(shortShutdown(readConfig({ SHUTDOWN_TIMEOUT_MS: '64000' }))).toBeUndefined();
  expect(shortShutdown(readConfig({ PRINT_TIMEOUT_MS: '32000' }))).toBe(
    'SHUTDOWN_TIMEOUT_MS is 65000, and a document that was accepted before a shutdown may take 66000 ms: 3 × QUEUE_TIMEOUT_MS, ' +
      'RENDER_TIMEOUT_MS and PRINT_TIMEOUT_MS, and 5,000 for its caller to read it; raise SHUTDOWN_TIMEOUT_MS, and the time ' +
      'after which your platform sends SIGKILL, or lower the others',
  );
});

test('lets a document wait for less time than autocannon waits for its answer', () => {
  expect(readConfig({}).QUEUE_TIMEOUT_MS).toBeLessThan(10_000);
});

test('ignores the variables of other programs', () => {
  const foreign = [
    'PORTS',
    'HOSTS',
    'POST',
    'HOME',
    'PATH',
    'SHELL',
    'LOGNAME',
    'LANG',
    'TMPDIR',
    'TZ',
    'PWD',
  ];
  const npm = [
    'npm_config_cache',
    'npm_package_json',
    'npm_lifecycle_event',
    'INIT_CWD',
    'NODE',
    'NODE_OPTIONS',
  ];
  const platform = ['KUBERNETES_PORT', 'KUBERNETES_SERVICE_HOST', 'POSTGRES_PORT', 'XDG_DATA_DIRS', 'CI'];
  expect(faultsOf(Object.fromEntries([...foreign, ...npm, ...platform].map((name) => [name, 'x'])))).toEqual(
    [],
  );
  expect(faultsOf({ PRINT_TIMEOUT: ' ' })).toEqual([]);
});

describe('a secret', () => {
  test('is read from a file without surrounding white space', async () => {
    await using token = await secretFile(`${TOKEN}\n`);
    await using url = await secretFile(' postgresql://host/name \n');
    const config = readConfig({ ADMIN_TOKEN_FILE: token.file, DATABASE_URL_FILE: url.file });
    expect([config.ADMIN_TOKEN, config.DATABASE_URL]).toEqual([TOKEN, 'postgresql://host/name']);
  });

  test('may be random bytes, of which each counts', async () => {
    await using random = await secretFile(Buffer.alloc(32, Buffer.from([0xf0, 0x9f, 0x0a])));
    expect(readConfig({ DIGEST_SECRET_FILE: random.file }).DIGEST_SECRET).toHaveLength(32);
  });

  test('cannot be set as a variable and as a file', async () => {
    await using token = await secretFile(TOKEN);
    expect(faultsOf({ ADMIN_TOKEN: TOKEN, ADMIN_TOKEN_FILE: token.file })).toEqual([
      'ADMIN_TOKEN and ADMIN_TOKEN_FILE are both set; unset one of them',
    ]);
  });

  test('in a file that is invalid, empty or missing is an error that does not contain it', async () => {
    await using short = await secretFile('short');
    await using empty = await secretFile('\n');
    expect(faultsOf({ ADMIN_TOKEN_FILE: short.file, DATABASE_URL_FILE: empty.file })).toEqual([
      `DATABASE_URL_FILE: ${empty.file} is empty; write the secret into it`,
      'ADMIN_TOKEN_FILE: its value must be a token of at least 32 characters, or two of them separated by a comma',
    ]);
    expect(faultsOf({ ADMIN_TOKEN_FILE: '/nonexistent/token' })).toEqual([
      'ADMIN_TOKEN_FILE: /nonexistent/token cannot be read (ENOENT); correct the path, or let the service’s user read it',
    ]);
  });
});

test('ADMIN_TOKEN may be two tokens, each long enough', () => {
  const isRight = (token: string) => faultsOf({ ADMIN_TOKEN: token }).length === 0;
  expect([`${TOKEN},${OTHER_TOKEN}`, `${TOKEN}, ${OTHER_TOKEN}`].map(isRight)).toEqual([true, true]);
  const wrong = [`${TOKEN},short`, `${TOKEN},`, `${TOKEN},${TOKEN},${TOKEN}`, `${TOKEN.slice(1)} `];
  expect(wrong.map(isRight)).toEqual([false, false, false, false]);
});

test('ADMIN_PORT must differ from PORT', () => {
  expect(faultsOf({ PORT: '4000', ADMIN_PORT: '4000' })).toEqual([
    'ADMIN_PORT: 4000 is PORT too; set another, or unset it to have one port for all',
  ]);
  expect(faultsOf({ PORT: '0', ADMIN_PORT: '0' })).toEqual([]);
});

test('variables that are not set have their defaults', () => {
  const { PORT, HOST, DRAIN_DELAY_MS }: Config = readConfig({ PORT: ' ' });
  expect({ PORT, HOST, DRAIN_DELAY_MS }).toEqual({ PORT: 3000, HOST: '127.0.0.1', DRAIN_DELAY_MS: 0 });
});
