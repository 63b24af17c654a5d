import { Command } from 'commander';
import { moment, type PrintOptions, printAnswer, table } from './print.ts';
import { administer } from './server.ts';

interface IssuedKey {
  readonly keyId: string;
  readonly key: string;
}

interface ListedKey {
  readonly keyId: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

const keysOf = (companyId: string) => ['companies', companyId, 'keys'];

export function keysCommand(): Command {
  const keys = new Command('keys')
    .description("The companies' API keys.")
    .addHelpText('after', '\nExamples:\n  docgen keys issue blue-moon\n  docgen keys list blue-moon');

  keys
    .command('issue <companyId>')
    .description('Issue a key. It is printed this once and can never be shown again.')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  docgen keys issue blue-moon\n  docgen keys issue blue-moon --json | jq -r .key > blue-moon.key',
    )
    .action(async (companyId: string, options: PrintOptions) => {
      const issued = await administer<IssuedKey>('POST', keysOf(companyId));
      printAnswer(options, issued, ({ keyId, key }) =>
        [
          `Key ${keyId} of company ${companyId}:`,
          '',
          `  ${key}`,
          '',
          'It is shown only now. Keep it where only the server code of the company can read it.',
        ].join('\n'),
      );
    });

  keys
    .command('list <companyId>')
    .description("List a company's keys: how they begin, never the keys themselves.")
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  docgen keys list blue-moon')
    .action(async (companyId: string, options: PrintOptions) => {
      printAnswer(options, await administer<{ keys: ListedKey[] }>('GET', keysOf(companyId)), ({ keys }) =>
        keys.length === 0
          ? `Company ${companyId} has no keys. Issue one: docgen keys issue ${companyId}`
          : table(['KEY ID', 'BEGINS WITH', 'CREATED', 'STATUS'], keys.map(cells)),
      );
    });

  keys
    .command('revoke <companyId> <keyId>')
    .description('Refuse a key from now on, for good.')
    .addHelpText('after', '\nExample:\n  docgen keys revoke blue-moon k3x7qd2m')
    .option('--json', 'print JSON')
    .action(async (companyId: string, keyId: string, options: PrintOptions) => {
      await administer('DELETE', [...keysOf(companyId), keyId]);
      printAnswer(options, { companyId, keyId }, () => `Revoked key ${keyId} of company ${companyId}.`);
    });

  return keys;
}

function cells({ keyId, prefix, createdAt, revokedAt }: ListedKey): string[] {
  const status = revokedAt === null ? 'active' : `revoked ${moment(revokedAt)}`;
  return [keyId, prefix, moment(createdAt), status];
}
