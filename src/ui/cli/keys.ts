import { type Command, InvalidArgumentError } from 'commander';
import { type IssuedKey, type Key, type KeyIssue, type KeyList, RIGHTS } from '../../../schemas/keys.ts';
import { moment } from '../../lib/moment.ts';
import { DocgenCommand } from './docgen-command.ts';
import { type PrintOptions, printAnswer, table } from './print.ts';
import { callAdminApi } from './server.ts';
import { serverUrl } from './settings.ts';

interface IssueOptions extends PrintOptions {
  readonly rights?: NonNullable<KeyIssue['rights']>;
  /** Seconds. */
  readonly expires?: number;
  /** The address of the service, where it is not DOCGEN_URL. */
  readonly link?: true | string;
}

interface RotateOptions extends PrintOptions {
  /** Seconds. */
  readonly overlap?: number;
}

const keysOf = (companyId: string) => ['companies', companyId, 'keys'];

export function keysCommand(): Command {
  const keys = new DocgenCommand('keys')
    .description("The companies' API keys.")
    .examples('docgen keys issue blue-moon', 'docgen keys list blue-moon');

  keys
    .command('issue <companyId>')
    .description('Issue a key. It is printed this once and can never be shown again.')
    .option(
      '--rights <list>',
      `what the key may do: ${RIGHTS.join(', ')}; several are joined by commas (default: generate)`,
      parseRights,
    )
    .option(
      '--expires <time>',
      'how long the key is accepted: like 30m, 8h, 7d (default: no end)',
      parseDuration,
    )
    .option(
      '--link [address]',
      'print an address of the studio with the key in it, for a browser; of the service at DOCGEN_URL, or at this address',
    )
    .examples(
      'docgen keys issue blue-moon',
      'docgen keys issue blue-moon --json | jq -r .key > blue-moon.key',
      'docgen keys issue blue-moon --expires 8h --link',
      'docgen keys issue blue-moon --rights generate,texts --expires 8h --link https://docgen.example',
    )
    .action(async (companyId: string, options: IssueOptions) => {
      const { rights, expires: expiresInSeconds } = options;
      const issued = await callAdminApi<IssuedKey>('POST', keysOf(companyId), { rights, expiresInSeconds });
      if (options.link === undefined)
        return printAnswer(options, issued, () => describeIssued(companyId, issued));
      const link = studioLink(options.link === true ? serverUrl() : options.link, issued);
      printAnswer(options, { ...issued, link }, () => link);
      // Standard output has the address alone, for programs such as xdg-open.
      process.stderr.write(`${describeLink(companyId, issued)}\n`);
    });

  keys
    .command('list <companyId>')
    .description("List a company's keys: how they begin, never the keys themselves.")
    .examples('docgen keys list blue-moon')
    .action(async (companyId: string, options: PrintOptions) => {
      printAnswer(options, await callAdminApi<KeyList>('GET', keysOf(companyId)), ({ keys }) =>
        keys.length === 0
          ? `Company ${companyId} has no keys. Issue one: docgen keys issue ${companyId}`
          : table(['KEY ID', 'BEGINS WITH', 'RIGHTS', 'CREATED', 'LAST USED', 'STATUS'], keys.map(cells)),
      );
    });

  keys
    .command('rotate <companyId> <keyId>')
    .description('Issue a key in the place of another, which is accepted a while longer.')
    .option(
      '--overlap <time>',
      'how long the old key is accepted: like 90s, 30m, 24h, 7d, or 0 (default: 24h)',
      parseDuration,
    )
    .examples(
      'docgen keys rotate blue-moon k3x7qd2m',
      'docgen keys rotate blue-moon k3x7qd2m --overlap 7d --json | jq -r .key > blue-moon.key',
    )
    .action(async (companyId: string, keyId: string, options: RotateOptions) => {
      const path = [...keysOf(companyId), keyId, 'rotate'];
      const issued = await callAdminApi<IssuedKey>('POST', path, { overlapSeconds: options.overlap });
      printAnswer(options, issued, () =>
        [
          describeIssued(companyId, issued),
          `How long key ${keyId} is still accepted: docgen keys list ${companyId}`,
        ].join('\n'),
      );
    });

  keys
    .command('revoke <companyId> <keyId>')
    .description('Refuse a key from now on, for good.')
    .examples('docgen keys revoke blue-moon k3x7qd2m')
    .action(async (companyId: string, keyId: string, options: PrintOptions) => {
      await callAdminApi('DELETE', [...keysOf(companyId), keyId]);
      printAnswer(options, { companyId, keyId }, () => `Revoked key ${keyId} of company ${companyId}.`);
    });

  return keys;
}

function parseRights(list: string): NonNullable<KeyIssue['rights']> {
  const sent = list.split(',').map((one) => one.trim());
  const known = RIGHTS.filter((right) => sent.includes(right));
  if (sent.every((one) => RIGHTS.some((right) => right === one))) return known;
  throw new InvalidArgumentError(`It must be of ${RIGHTS.join(', ')}, joined by commas.`);
}

/** A browser sends no fragment to a server, and the studio removes it from the address at once. */
function studioLink(address: string, { key }: IssuedKey): string {
  return `${address.replace(/\/+$/, '')}/studio#key=${key}`;
}

function describeLink(companyId: string, { keyId, expiresAt }: IssuedKey): string {
  return expiresAt === null
    ? `Whoever has this address has key ${keyId} of company ${companyId}, which has no end. For a browser, issue one with --expires 8h.`
    : `Whoever has this address has key ${keyId} of company ${companyId}, until ${moment(expiresAt)}.`;
}

function describeIssued(companyId: string, { keyId, key, rights, expiresAt }: IssuedKey): string {
  return [
    `Key ${keyId} of company ${companyId}:`,
    '',
    `  ${key}`,
    '',
    `It may do: ${rights.join(', ') || 'nothing but read'}. It is accepted ${expiresAt === null ? 'until it is revoked' : `until ${moment(expiresAt)}`}.`,
    'It is shown only now. Keep it where only the server code of the company can read it.',
  ].join('\n');
}

function cells(key: Key): string[] {
  const lastUsed = key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt);
  return [
    key.keyId,
    key.prefix,
    key.rights.join(', ') || 'none',
    moment(key.createdAt),
    lastUsed,
    statusOf(key),
  ];
}

function statusOf({ expiresAt, revokedAt }: Key): string {
  if (revokedAt !== null) return `revoked ${moment(revokedAt)}`;
  if (expiresAt === null) return 'active';
  return `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active until'} ${moment(expiresAt)}`;
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 60 * 60],
  ['d', 24 * 60 * 60],
]);

/** `90s`, `30m`, `24h`, `7d` or `0`, in seconds. */
function parseDuration(text: string): number {
  if (text === '0') return 0;
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('It must be like 90s, 30m, 24h, 7d, or 0.');
  return Number(number) * (SECONDS.get(unit) ?? 1);
}
