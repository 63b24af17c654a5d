import { hash } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { TrailEntry, TrailPage } from '../../../schemas/trail.ts';
import { moment } from '../../lib/moment.ts';
import { DocgenCommand } from './docgen-command.ts';
import { documentIdIn } from './document-id.ts';
import { topCommand } from './documents-top.ts';
import { CommandFailure, EXIT_CODES } from './failure.ts';
import type { CompanyOptions } from './options.ts';
import { type PrintOptions, print, printAnswer, table } from './print.ts';
import { callAdminApi, callApi } from './server.ts';
import { readBytes } from './settings.ts';

interface PageOptions extends PrintOptions {
  readonly limit?: string;
  readonly cursor?: string;
}

interface ListOptions extends PageOptions {
  readonly from?: string;
  readonly to?: string;
  readonly template?: string;
  readonly templateVersion?: string;
  readonly source?: string;
}

interface MineOptions extends CompanyOptions {
  readonly template?: string;
  readonly sha256?: string;
  readonly before?: string;
  readonly limit?: string;
}

interface FindOptions extends PageOptions {
  readonly sha256?: string;
  readonly id?: string;
}

const limitOption = () => new Option('--limit <number>', 'entries at the most, up to 1000 (default: 100)');

const cursorOption = () => new Option('--cursor <cursor>', 'go on where the page before ended');

export function documentsCommand(): Command {
  const documents = new DocgenCommand('documents')
    .description('Who had which document made, from which text, and how that ended.')
    .examples(
      'docgen documents list blue-moon --from 2026-11-01',
      'docgen documents find contract.pdf',
      'docgen documents mine',
    );

  documents
    .command('list <companyId>')
    .description('List what a company had made, the newest first.')
    .option('--from <moment>', 'the first moment, like 2026-11-01 or 2026-11-01T09:30:00Z')
    .option('--to <moment>', 'the first moment that is too late')
    .option('--template <templateId>', 'only documents of this template')
    .addOption(new Option('--template-version <version>', 'only documents of this version'))
    .addOption(
      new Option('--source <source>', "the catalogue's texts or the company's own").choices([
        'global',
        'custom',
      ]),
    )
    .addOption(limitOption())
    .addOption(cursorOption())
    .examples(
      'docgen documents list blue-moon',
      'docgen documents list blue-moon --from 2026-11-01 --to 2026-12-01 --json | jq -r ".documents[].sha256"',
    )
    .action(async (companyId: string, options: ListOptions) => {
      const { from, to, template: templateId, templateVersion: version, source, limit, cursor } = options;
      const path = ['companies', companyId, 'documents'];
      const query = { from, to, templateId, version, source, limit, cursor };
      const page = await callAdminApi<TrailPage>('GET', path, undefined, query);
      printAnswer(options, page, ({ documents }) =>
        documents.length === 0 ? `Company ${companyId} had no documents made in that time.` : listed(page),
      );
    });

  documents.addCommand(topCommand());

  documents
    .command('mine [documentId]')
    .description(
      'List what the key had made, or the entries of one document; with the right trail, of its company.',
    )
    .option('--template <templateId>', 'only documents of this template')
    .option('--sha256 <digits>', 'only the file with this SHA-256')
    .option('--before <page>', 'go on where the page before ended, or only older than a moment')
    .option('--limit <number>', 'entries at the most, up to 100 (default: 20)')
    .withKey()
    .examples(
      'docgen documents mine --template non-disclosure-agreement',
      'docgen documents mine 5d41402a-bc4b-8a76-b971-9d911017c592 --json',
    )
    .action(async (documentId: string | undefined, options: MineOptions) => {
      const { template: templateId, sha256, before, limit, keyFile } = options;
      if (documentId !== undefined && (templateId ?? sha256) !== undefined)
        throw new CommandFailure('wrongUsage', 'With a documentId, leave out --template and --sha256.');
      const path = ['documents', ...(documentId === undefined ? [] : [documentId])];
      const query = { templateId, sha256, before, limit };
      const page = await callApi<TrailPage>('GET', path, keyFile, undefined, query);
      printAnswer(options, page, ({ documents }) =>
        documents.length === 0 ? 'The key had no such documents made.' : listed(page, '--before'),
      );
    });

  documents
    .command('find [file]')
    .description(
      'Find out whether a file was made here, and from which text; also one that was filled in or signed since.',
    )
    .option('--sha256 <digits>', 'SHA-256 of the file, in place of the file')
    .option('--id <documentId>', 'documentId that the file names, in place of the file')
    .addOption(limitOption())
    .addOption(cursorOption())
    .examples(
      'docgen documents find contract.pdf',
      'docgen documents find --sha256 $(sha256sum contract.pdf | cut -c 1-64) --json',
    )
    .action(async (file: string | undefined, { sha256, id, limit, cursor, ...options }: FindOptions) => {
      const names = [file, sha256, id].filter((name) => name !== undefined);
      if (names.length !== 1)
        throw new CommandFailure(
          'wrongUsage',
          'Name a file, or its SHA-256 with --sha256, or its documentId with --id: one of the three.',
        );
      const find = (document: string) =>
        callAdminApi<TrailPage>('GET', ['documents', document], undefined, { limit, cursor });
      const page = file === undefined ? await find(names[0] ?? '') : await findFile(file, find);
      printAnswer(options, page, () => listed(page));
    });

  documents
    .command('erase <documentId>')
    .description(
      'Erase the digests of the values of a document, for the erasure of a person; its entries stay.',
    )
    .examples('docgen documents erase 5d41402a-bc4b-8a76-b971-9d911017c592')
    .action(async (documentId: string) => {
      await callAdminApi('DELETE', ['documents', documentId, 'digests']);
      print(`The digests of the values of ${documentId} are erased.`);
    });

  return documents;
}

/** Finds a file by its bytes, or by the id among its properties when no file of these bytes was made, and says so. */
async function findFile(file: string, find: (document: string) => Promise<TrailPage>): Promise<TrailPage> {
  const bytes = await readBytes(file);
  try {
    return await find(hash('sha256', bytes));
  } catch (error) {
    const id =
      error instanceof CommandFailure && error.exitCode === EXIT_CODES.refused
        ? documentIdIn(bytes)
        : undefined;
    if (id === undefined) throw error;
    const page = await find(id);
    process.stderr.write(
      `${file} has the same documentId as the file below, and other bytes: it was filled in, signed or changed since. ` +
        '`docgen read` says what was changed.\n',
    );
    return page;
  }
}

/** @param more the option that asks for the next page */
function listed({ documents, nextCursor }: TrailPage, more = '--cursor'): string {
  const header = [
    'REQUESTED',
    'COMPANY',
    'KEY ID',
    'TEMPLATE',
    'VERSION',
    'FORMAT',
    'OUTCOME',
    'MS',
    'DOCUMENT ID',
    'SHA-256',
  ];
  const rows = table(header, documents.map(cells));
  return nextCursor === null ? rows : `${rows}\n\nThere are more: add ${more} ${nextCursor}`;
}

function cells(entry: TrailEntry): string[] {
  const { companyId, keyId, templateId, format, outcome, count, milliseconds, documentId, sha256 } = entry;
  const version = entry.source === 'custom' ? `${entry.version} custom` : entry.version;
  return [
    moment(entry.requestedAt),
    companyId,
    keyId,
    templateId ?? '-',
    version ?? '-',
    format ?? '-',
    entry.action === 'seal' ? 'sealed' : count === undefined ? outcome : `${count} ${outcome}`,
    milliseconds === null ? '-' : String(Math.round(milliseconds.total)),
    documentId ?? '-',
    sha256 ?? '-',
  ];
}
