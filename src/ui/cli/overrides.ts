import type { Command } from 'commander';
import type { CompanyList } from '../../../schemas/companies.ts';
import type { Override, OverrideCheckResult, OverrideList, OwnText } from '../../../schemas/overrides.ts';
import { moment } from '../../lib/moment.ts';
import { DocgenCommand } from './docgen-command.ts';
import { CommandFailure } from './failure.ts';
import type { CompanyOptions } from './options.ts';
import { readParts } from './parts.ts';
import { type PrintOptions, print, printAnswer, table } from './print.ts';
import { callAdminApi, callApi } from './server.ts';
import { readBytes, readText } from './settings.ts';

const overridesOf = (companyId: string) => ['companies', companyId, 'templates'];
const versionOf = (companyId: string, templateId: string, version: string) => [
  ...overridesOf(companyId),
  templateId,
  'versions',
  version,
];

export function overridesCommand(): Command {
  const overrides = new DocgenCommand('overrides')
    .description("The companies' own versions of templates; docs/overrides.md tells how to write one.")
    .examples(
      'docgen overrides publish blue-moon studio-booking-agreement 1.0.0 booking.njk',
      'docgen overrides list blue-moon',
    );

  overrides
    .command('publish <companyId> <templateId> <version> <file>')
    .description('Check the text in a file the whole way, and put it into use under a version of its own.')
    .option(
      '--parts <folder>',
      'shared parts of your own for this text: every .njk file in layouts/ and partials/ of the folder',
    )
    .examples(
      'docgen overrides publish blue-moon studio-booking-agreement 1.0.0 booking.njk',
      'docgen overrides publish blue-moon studio-booking-agreement 1.1.0 booking.njk --parts ours',
    )
    .action(
      async (
        companyId: string,
        templateId: string,
        version: string,
        file: string,
        options: PrintOptions & { readonly parts?: string },
      ) => {
        const path = versionOf(companyId, templateId, version);
        const body =
          options.parts === undefined
            ? await readBytes(file)
            : { text: await readText(file), parts: await readParts(options.parts) };
        const published = await callAdminApi<Override>('PUT', path, body);
        printAnswer(options, published, ({ schemaVersion, warnings }) =>
          [
            `Company ${companyId} has ${templateId} ${version} in use, with ${schemaVersion === null ? 'its own data' : `the data of ${schemaVersion}`}.`,
            ...warnings.map(({ line, column, message }) => `  ${file}:${line}:${column}: ${message}`),
          ].join('\n'),
        );
      },
    );

  overrides
    .command('list <companyId>')
    .description("List a company's own versions, with those that were retired.")
    .examples('docgen overrides list blue-moon')
    .action(async (companyId: string, options: PrintOptions) => {
      const answer = await callAdminApi<OverrideList>('GET', overridesOf(companyId));
      printAnswer(options, answer, ({ templates }) =>
        templates.length === 0
          ? `Company ${companyId} has no versions of its own. Publish one: docgen overrides publish ${companyId} <templateId> <version> <file>`
          : table(
              ['TEMPLATE', 'VERSION', 'DATA OF', 'BYTES', 'PUBLISHED', 'BY', 'STATUS', 'WARNINGS'],
              templates.map(cells),
            ),
      );
    });

  overrides
    .command('show <companyId> <templateId> <version>')
    .description('Print the text of a version, also of one that was retired; with --json, its own parts too.')
    .examples('docgen overrides show blue-moon studio-booking-agreement 1.0.0 > booking.njk')
    .action(async (companyId: string, templateId: string, version: string, { json }: PrintOptions) => {
      const path = versionOf(companyId, templateId, version);
      const { text, parts = {} } = await callAdminApi<OwnText>('GET', path);
      if (json) print(JSON.stringify({ templateId, version, source: text, parts }, null, 2));
      else process.stdout.write(text);
    });

  overrides
    .command('approve <templateId> <version>')
    .description(
      'Put a proposed version into use, with a key that has the right approve and did not publish it.',
    )
    .withKey()
    .examples('docgen overrides approve studio-booking-agreement 1.0.0')
    .action(async (templateId: string, version: string, options: CompanyOptions) => {
      const path = ['texts', templateId, 'versions', version, 'approve'];
      await callApi('POST', path, options.keyFile);
      printAnswer(options, { templateId, version }, () => `Approved ${templateId} ${version}: it is in use.`);
    });

  overrides
    .command('send-back <templateId> <version>')
    .description(
      'Retire a proposed version with a note for its author, with a key that has the right approve and did not publish it.',
    )
    .requiredOption('--note <text>', 'what the author is to know')
    .withKey()
    .examples(
      'docgen overrides send-back studio-booking-agreement 1.0.0 --note "Clause 4 names no day of payment."',
    )
    .action(
      async (templateId: string, version: string, options: CompanyOptions & { readonly note: string }) => {
        const path = ['texts', templateId, 'versions', version, 'send-back'];
        const { note } = options;
        await callApi('POST', path, options.keyFile, { note });
        printAnswer(
          options,
          { templateId, version, note },
          () => `Sent ${templateId} ${version} back: it is retired, and the lists have the note.`,
        );
      },
    );

  overrides
    .command('retire <companyId> <templateId> [version]')
    .description('Take a version out of use, or all versions of a template; their numbers stay taken.')
    .examples('docgen overrides retire blue-moon studio-booking-agreement 1.0.0')
    .action(
      async (companyId: string, templateId: string, version: string | undefined, options: PrintOptions) => {
        const path =
          version === undefined
            ? [...overridesOf(companyId), templateId]
            : versionOf(companyId, templateId, version);
        await callAdminApi('DELETE', path);
        const what = version === undefined ? `all versions of ${templateId}` : `${templateId} ${version}`;
        printAnswer(
          options,
          { companyId, templateId, version: version ?? null },
          () =>
            `Retired ${what} of company ${companyId}. Publishing the same text again puts it back into use.`,
        );
      },
    );

  overrides
    .command('check [companyId]')
    .description('Check the versions in use, of one company or of all; exit code 1 if one fails.')
    .examples('docgen overrides check')
    .action(async (companyId: string | undefined, options: PrintOptions) => {
      const companies = companyId === undefined ? await allCompanies() : [companyId];
      const checked: CheckedText[] = [];
      // One after the other: the service tries every text.
      for (const one of companies) {
        const answer = await callAdminApi<OverrideCheckResult>('POST', [...overridesOf(one), 'check']);
        checked.push(...answer.templates.map((text) => ({ companyId: one, ...text })));
      }
      const failing = checked.filter(({ fault }) => fault !== null);
      const summary = `${failing.length} of ${checked.length} versions in use fail`;
      printAnswer(options, { templates: checked }, () =>
        [
          ...failing.map((text) => `${text.companyId} ${text.templateId} ${text.version}: ${text.fault}`),
          `${summary}.`,
        ].join('\n'),
      );
      if (failing.length > 0)
        throw new CommandFailure('refused', `${summary}: see docs/runbooks/failing-texts.md.`);
    });

  return overrides;
}

type CheckedText = OverrideCheckResult['templates'][number] & { readonly companyId: string };

async function allCompanies(): Promise<string[]> {
  const { companies } = await callAdminApi<CompanyList>('GET', ['companies']);
  return companies.map(({ companyId }) => companyId);
}

function cells({
  templateId,
  version,
  schemaVersion,
  bytes,
  createdAt,
  publishedBy,
  status: known,
  retiredAt,
  sentBackNote,
  warnings,
  fault,
}: Override): string[] {
  const ended = sentBackNote === null ? 'retired' : 'sent back';
  const status = retiredAt === null ? (fault === null ? known : 'FAILS') : `${ended} ${moment(retiredAt)}`;
  return [
    templateId,
    version,
    schemaVersion ?? 'its own',
    String(bytes),
    moment(createdAt),
    publishedBy,
    status,
    String(warnings.length),
  ];
}
