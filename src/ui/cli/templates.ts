import type { Command } from 'commander';
import type { TemplateList, TemplateSummary } from '../../../schemas/catalogue.ts';
import type { Data } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { sampleCsv } from './batch/sample-csv.ts';
import { DocgenCommand } from './docgen-command.ts';
import type { CompanyOptions, VersionOptions } from './options.ts';
import { ownTemplateCommands, readTemplate } from './own-templates.ts';
import { print, printAnswer, table } from './print.ts';
import { fieldRows } from './schema-table.ts';
import { callApi } from './server.ts';
import { writeFolder } from './template-folder.ts';
import { customQuery, readPart } from './template-version.ts';

const HEADER = ['TEMPLATE', 'TITLE', 'KIND', 'VERSIONS', 'OWN VERSIONS'];

export function templatesCommand(): Command {
  const templates = new DocgenCommand('templates')
    .description('What there is to generate, and what it needs; with a company API key.')
    .examples(
      'docgen templates list',
      'docgen templates schema studio-booking-agreement',
      'docgen templates sample studio-booking-agreement > booking.json',
    );

  const ofVersion = (name: string, description: string) =>
    templates.command(`${name} <templateId>`).description(description).withVersion();

  templates
    .command('list')
    .description('List the templates and their versions.')
    .withCustom()
    .examples(
      'DOCGEN_KEY=… docgen templates list',
      "docgen templates list --key-file acme.key --json | jq -r '.templates[].templateId'",
    )
    .action(async (options: CompanyOptions & VersionOptions) => {
      const answer = await callApi<TemplateList>(
        'GET',
        ['templates'],
        options.keyFile,
        undefined,
        customQuery(options.custom),
      );
      printAnswer(options, answer, ({ templates }) => table(HEADER, templates.map(cells)));
    });

  templates
    .command('show <templateId>')
    .description('Show one template and its versions; with --out, write all of a version into a folder.')
    .option('--out <folder>', 'folder for its text, parts, schema and sample, as publish takes it')
    .withVersion()
    .examples(
      'docgen templates show non-disclosure-agreement',
      'docgen templates show loan-note --custom --out loan-note',
    )
    .action(async (templateId: string, options: CompanyOptions & VersionOptions & { out?: string }) => {
      if (options.out !== undefined) await writeFolder(options.out, await readTemplate(templateId, options));
      const path = ['templates', templateId];
      const query = customQuery(options.custom);
      const template = await callApi<TemplateSummary>('GET', path, options.keyFile, undefined, query);
      printAnswer(options, template, ({ changes = {}, ...template }) =>
        [
          table(HEADER, [cells(template)]),
          ...Object.entries(changes).map(([version, text]) => `\n${version}: ${text}`),
        ].join('\n'),
      );
    });

  ofVersion('schema', "List the fields of a template's data, or with --json print their JSON Schema.")
    .examples(
      'docgen templates schema supplier-agreement',
      'docgen templates schema supplier-agreement --template-version 1.0.0 --json > schema.json',
    )
    .action(async (templateId: string, options: CompanyOptions & VersionOptions) => {
      const schema = await readPart<DataSchema>(templateId, options, 'schema');
      printAnswer(options, schema, (schema) =>
        table(['FIELD', 'VALUE', 'REQUIRED', 'DESCRIPTION'], fieldRows(schema)),
      );
    });

  ofVersion('sample', 'Print data that generates the whole document, as JSON to start from.')
    .examples('docgen templates sample non-disclosure-agreement > parties.json')
    .action(async (templateId: string, options: CompanyOptions & VersionOptions) => {
      const sample = await readPart<object>(templateId, options, 'sample');
      print(JSON.stringify(sample, null, 2));
    });

  ofVersion(
    'csv',
    'Print a CSV for docgen batch: every field as header, lists as long as in the sample, and the sample as a row.',
  )
    .examples('docgen templates csv senior-backend-developer-agreement > people.csv')
    .action(async (templateId: string, options: CompanyOptions & VersionOptions) => {
      const [schema, sample] = await Promise.all([
        readPart<DataSchema>(templateId, options, 'schema'),
        readPart<Data>(templateId, options, 'sample'),
      ]);
      print(sampleCsv(schema, sample));
    });

  for (const command of ownTemplateCommands()) templates.addCommand(command);
  return templates;
}

function cells({ templateId, title, kind, versions, customVersions }: TemplateSummary): string[] {
  return [templateId, title, kind, versions.join(', '), customVersions.join(', ') || '-'];
}
