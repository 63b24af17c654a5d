import type { Command } from 'commander';
import type { Company, CompanyChange, CompanyList } from '../../../schemas/companies.ts';
import { moment } from '../../lib/moment.ts';
import { DocgenCommand } from './docgen-command.ts';
import { type PrintOptions, printAnswer, table } from './print.ts';
import { profileCommand } from './profile.ts';
import { callAdminApi } from './server.ts';

const COMPANIES = ['companies'];

export function companiesCommand(): Command {
  const companies = new DocgenCommand('companies')
    .description('The companies that may use the service.')
    .examples('docgen companies create blue-moon "Blue Moon Studios Ltd"', 'docgen companies list');

  companies
    .command('create <companyId> <name>')
    .description(
      'Create a company; its id is lower-case letters and digits with single hyphens. It cannot be changed, and is free for another company only after this one is deleted.',
    )
    .examples('docgen companies create blue-moon "Blue Moon Studios Ltd"')
    .action(async (companyId: string, name: string, options: PrintOptions) => {
      const company = await callAdminApi<Company>('POST', COMPANIES, { companyId, name });
      printAnswer(
        options,
        company,
        () => `Created company ${companyId}. Issue it a key: docgen keys issue ${companyId}`,
      );
    });

  companies
    .command('list')
    .description('List the companies.')
    .examples('docgen companies list', "docgen companies list --json | jq -r '.companies[].companyId'")
    .action(async (options: PrintOptions) => {
      printAnswer(options, await callAdminApi<CompanyList>('GET', COMPANIES), ({ companies }) =>
        companies.length === 0
          ? 'There are no companies. Create one: docgen companies create <companyId> <name>'
          : table(['COMPANY', 'NAME', 'CREATED', 'STATUS'], companies.map(cells)),
      );
    });

  companies
    .command('rename <companyId> <name>')
    .description('Give a company another name.')
    .examples('docgen companies rename blue-moon "Blue Moon Music Ltd"')
    .action(async (companyId: string, name: string, options: PrintOptions) => {
      const company = await change(companyId, { name });
      printAnswer(options, company, () => `Company ${companyId} is now called ${company.name}.`);
    });

  companies
    .command('suspend <companyId>')
    .description("Refuse all of a company's keys, until it is resumed.")
    .examples('docgen companies suspend blue-moon')
    .action(async (companyId: string, options: PrintOptions) => {
      const company = await change(companyId, { suspended: true });
      printAnswer(
        options,
        company,
        () =>
          `Suspended company ${companyId}: its keys are refused. Undo: docgen companies resume ${companyId}`,
      );
    });

  companies
    .command('resume <companyId>')
    .description("Accept a suspended company's keys again.")
    .examples('docgen companies resume blue-moon')
    .action(async (companyId: string, options: PrintOptions) => {
      const company = await change(companyId, { suspended: false });
      printAnswer(options, company, () => `Resumed company ${companyId}: its keys are accepted.`);
    });

  companies.addCommand(profileCommand());
  companies
    .command('delete <companyId>')
    .description('Delete a company with all that is stored of it: keys, own versions, profile and trail.')
    .requiredOption('--confirm <companyId>', 'the id once more, for what is deleted does not come back')
    .examples('docgen companies delete blue-moon --confirm blue-moon')
    .action(async (companyId: string, options: PrintOptions & { readonly confirm: string }) => {
      await callAdminApi('DELETE', [...COMPANIES, companyId], undefined, { confirm: options.confirm });
      printAnswer(options, {}, () => `Deleted company ${companyId} with all that was stored of it.`);
    });

  return companies;
}

function change(companyId: string, changes: CompanyChange): Promise<Company> {
  return callAdminApi<Company>('PATCH', [...COMPANIES, companyId], changes);
}

function cells({ companyId, name, createdAt, suspendedAt }: Company): string[] {
  const status = suspendedAt === null ? 'active' : `suspended ${moment(suspendedAt)}`;
  return [companyId, name, moment(createdAt), status];
}
