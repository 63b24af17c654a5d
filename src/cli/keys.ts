import { Command } from 'commander';
import type { IssuedKey, Key, KeyList } from '../../schemas/keys.ts';
import { parseDuration } from './duration.ts';
import { moment, type PrintOptions, printAnswer, table } from './print.ts';
import { callAdminApi } from './server.ts';

interface RotateOptions extends PrintOptions {
  /** Seconds. */
  readonly overlap?: number;
}

const keysOf = (companyId: string) => ['companies', companyId, 'keys'];

export function keysCommand(): Command {
  const keys = new Command('keys')
    .description("The companies' API keys.")
    .addHelpText('after', '\nExamples:\n  docgen keys issue blue-moon\n  docgen keys list blue-moon');

  keys
    .command('issue <companyId>')
    .description('Issue a key. It is printed this once and can never be shown again.')
    .addHelpText(
      'after',
      '\nExamples:\n  docgen keys issue blue-moon\n  docgen keys issue blue-moon --json | jq -r .key > blue-moon.key',
    )
    .action(async (companyId: string, options: PrintOptions) => {
      const issued = await callAdminApi<IssuedKey>('POST', keysOf(companyId));
      printAnswer(options, issued, () => describeIssued(companyId, issued));
    });

  keys
    .command('list <companyId>')
    .description("List a company's keys: how they begin, never the keys themselves.")
    .addHelpText('after', '\nExample:\n  docgen keys list blue-moon')
    .action(async (companyId: string, options: PrintOptions) => {
      printAnswer(options, await callAdminApi<KeyList>('GET', keysOf(companyId)), ({ keys }) =>
        keys.length === 0
          ? `Company ${companyId} has no keys. Issue one: docgen keys issue ${companyId}`
          : table(['KEY ID', 'BEGINS WITH', 'CREATED', 'LAST USED', 'STATUS'], keys.map(cells)),
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
    .addHelpText(
      'after',
      '\nExamples:\n  docgen keys rotate blue-moon k3x7qd2m\n' +
        '  docgen keys rotate blue-moon k3x7qd2m --overlap 7d --json | jq -r .key > blue-moon.key',
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
    .addHelpText('after', '\nExample:\n  docgen keys revoke blue-moon k3x7qd2m')
    .action(async (companyId: string, keyId: string, options: PrintOptions) => {
      await callAdminApi('DELETE', [...keysOf(companyId), keyId]);
      printAnswer(options, { companyId, keyId }, () => `Revoked key ${keyId} of company ${companyId}.`);
    });

  return keys;
}

function describeIssued(companyId: string, { keyId, key }: IssuedKey): string {
  return [
    `Key ${keyId} of company ${companyId}:`,
    '',
    `  ${key}`,
    '',
    'It is shown only now. Keep it where only the server code of the company can read it.',
  ].join('\n');
}

function cells(key: Key): string[] {
  const lastUsed = key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt);
  return [key.keyId, key.prefix, moment(key.createdAt), lastUsed, statusOf(key)];
}

function statusOf({ expiresAt, revokedAt }: Key): string {
  if (revokedAt !== null) return `revoked ${moment(revokedAt)}`;
  if (expiresAt === null) return 'active';
  return `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active until'} ${moment(expiresAt)}`;
}
