import { hash } from 'node:crypto';
import { Command, Option } from 'commander';
import type { TrailEntry, TrailPage } from '../../schemas/trail.ts';
import { CommandFailure } from './failure.ts';
import { jsonOption } from './options.ts';
import { moment, type PrintOptions, printAnswer, table } from './print.ts';
import { callAdminApi } from './server.ts';
import { readBytes } from './settings.ts';

interface PageOptions extends PrintOptions {
  readonly limit?: string;
  readonly cursor?: string;
}

interface ListOptions extends PageOptions {
  readonly from?: string;
  readonly to?: string;
}

interface FindOptions extends PageOptions {
  readonly sha256?: string;
}

const limitOption = () => new Option('--limit <number>', 'entries at the most, up to 1000 (default: 100)');

const cursorOption = () => new Option('--cursor <cursor>', 'go on where the page before ended');

export function documentsCommand(): Command {
  const documents = new Command('documents')
    .description('Who had which document made, from which text, and how that ended.')
    .addHelpText(
      'after',
      '\nExamples:\n  docgen documents list blue-moon --from 2026-11-01\n  docgen documents find contract.pdf',
    );

  documents
    .command('list <companyId>')
    .description('List what a company had made, the newest first.')
    .option('--from <moment>', 'the first moment, like 2026-11-01 or 2026-11-01T09:30:00Z')
    .option('--to <moment>', 'the first moment that is too late')
    .addOption(limitOption())
    .addOption(cursorOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  docgen documents list blue-moon\n' +
        '  docgen documents list blue-moon --from 2026-11-01 --to 2026-12-01 --json | jq -r ".documents[].sha256"',
    )
    .action(async (companyId: string, { from, to, limit, cursor, ...options }: ListOptions) => {
      const path = ['companies', companyId, 'documents'];
      const page = await callAdminApi<TrailPage>('GET', path, undefined, { from, to, limit, cursor });
      printAnswer(options, page, ({ documents }) =>
        documents.length === 0 ? `Company ${companyId} had no documents made in that time.` : listed(page),
      );
    });

  documents
    .command('find [file]')
    .description('Find out whether a file was made here, and from which text.')
    .option('--sha256 <digits>', 'SHA-256 of the file, in place of the file')
    .addOption(limitOption())
    .addOption(cursorOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  docgen documents find contract.pdf\n' +
        '  docgen documents find --sha256 $(sha256sum contract.pdf | cut -c 1-64) --json',
    )
    .action(async (file: string | undefined, { sha256, limit, cursor, ...options }: FindOptions) => {
      const path = ['documents', await digestOf(file, sha256)];
      const page = await callAdminApi<TrailPage>('GET', path, undefined, { limit, cursor });
      printAnswer(options, page, () => listed(page));
    });

  return documents;
}

async function digestOf(file: string | undefined, sha256: string | undefined): Promise<string> {
  if (file !== undefined && sha256 === undefined) return hash('sha256', await readBytes(file));
  if (file === undefined && sha256 !== undefined) return sha256;
  throw new CommandFailure('wrongUsage', 'Name a file, or its SHA-256 with --sha256: one of the two.');
}

function listed({ documents, nextCursor }: TrailPage): string {
  const header = [
    'REQUESTED',
    'COMPANY',
    'KEY ID',
    'TEMPLATE',
    'VERSION',
    'FORMAT',
    'OUTCOME',
    'MS',
    'SHA-256',
  ];
  const rows = table(header, documents.map(cells));
  return nextCursor === null ? rows : `${rows}\n\nThere are more: add --cursor ${nextCursor}`;
}

function cells(entry: TrailEntry): string[] {
  const { companyId, keyId, templateId, format, outcome, sha256 } = entry;
  const version = entry.source === 'custom' ? `${entry.version} custom` : entry.version;
  return [
    moment(entry.requestedAt),
    companyId,
    keyId,
    templateId,
    version,
    format,
    outcome,
    String(Math.round(entry.milliseconds.total)),
    sha256 ?? '-',
  ];
}
