import type { Command } from 'commander';
import type { TemplateSummary } from '../../../schemas/catalogue.ts';
import type { Override, OwnText, TextReview } from '../../../schemas/overrides.ts';
import { emptyTemplate, titleOfId } from '../../lib/empty-template.ts';
import { DocgenCommand } from './docgen-command.ts';
import { CommandFailure } from './failure.ts';
import type { CompanyOptions, VersionOptions } from './options.ts';
import { printAnswer } from './print.ts';
import { apiTarget, callApi, send } from './server.ts';
import { companyKey } from './settings.ts';
import { placeInFolder, readFolder, templateIdOf, writeFolder } from './template-folder.ts';
import { customQuery, readPart } from './template-version.ts';

type Options = CompanyOptions & VersionOptions;

/** The commands for templates of a company's own, with a key that has the right texts. */
export function ownTemplateCommands(): Command[] {
  const create = new DocgenCommand('new')
    .argument('<folder>', 'a new folder, whose name is the templateId')
    .description('Begin a template of your own in a folder: empty, or as a copy of another.')
    .option('--from <templateId>', 'the template to copy')
    .withVersion()
    .examples(
      'docgen templates new loan-note',
      'docgen templates new our-nda --from non-disclosure-agreement',
      'docgen templates new loan-note --from loan-note --custom --template-version 1.0.0',
    )
    .action(async (folder: string, options: Options & { readonly from?: string }) => {
      const { from } = options;
      const templateId = templateIdOf(folder);
      const title = titleOfId(templateId);
      const own = from === undefined ? emptyTemplate(title) : await readTemplate(from, options);
      // A copy under another id has a title of its own, which tells the two apart in lists.
      const isOther = from !== templateId && own.title !== undefined;
      await writeFolder(folder, isOther ? { ...own, title } : own);
      printAnswer(options, { folder }, () => `${folder} has text.njk and what belongs to it.`);
    });

  const publish = new DocgenCommand('publish')
    .argument('<folder>', 'with text.njk; its name is the templateId')
    .argument('<version>', 'the number to publish it under')
    .description('Check the template in a folder the whole way, and put it into use, or propose it.')
    .withKey()
    .examples('docgen templates publish loan-note 1.0.0')
    .action(async (folder: string, version: string, options: CompanyOptions) => {
      const path = ['texts', templateIdOf(folder), 'versions', version];
      const published = await callApi<Override>('PUT', path, options.keyFile, await readFolder(folder));
      printAnswer(options, published, ({ templateId, status, warnings }) =>
        [
          `${templateId} ${version} is ${status}.`,
          ...warnings.map((warning) => `  ${placeInFolder(folder, warning)}`),
        ].join('\n'),
      );
    });

  const check = new DocgenCommand('check')
    .argument('<folder>', 'with text.njk; its name is the templateId')
    .description('Say what publishing would say, and publish nothing; exit code 1 if it would refuse.')
    .option('--template-version <version>', 'exact version (default: the latest)')
    .withKey()
    .examples('docgen templates check loan-note')
    .action(async (folder: string, options: Options) => {
      const { templateVersion = '1.0.0', keyFile } = options;
      const path = ['texts', templateIdOf(folder), 'versions', templateVersion, 'check'];
      const review = await callApi<TextReview>('POST', path, keyFile, await readFolder(folder));
      const { faults, warnings } = review;
      const good = faults.length === 0 ? [`${folder} can be published, if it prints.`] : [];
      printAnswer(options, review, () =>
        [...[...faults, ...warnings].map((one) => placeInFolder(folder, one)), ...good].join('\n'),
      );
      if (faults.length > 0) throw new CommandFailure('refused', `${folder} cannot be published.`);
    });

  return [create, publish, check];
}

/** All of a template: what publishing takes. */
export async function readTemplate(templateId: string, options: Options): Promise<OwnText> {
  const { keyFile, custom, templateVersion } = options;
  const query = customQuery(custom);
  const path = ['templates', templateId];
  const summary = await callApi<TemplateSummary>('GET', path, keyFile, undefined, query);
  const { title, kind, latestVersion } = summary;
  const version = templateVersion ?? latestVersion;
  const read = async (steps: readonly string[], accept: string) =>
    send('GET', apiTarget(steps), { 'x-key': await companyKey(keyFile), accept });
  const own = ['texts', templateId, 'versions', version];
  if (custom) return (await (await read(own, 'application/json')).json()) as OwnText;
  const { $id: _, ...schema } = await readPart<Readonly<Record<string, unknown>>>(
    templateId,
    options,
    'schema',
  );
  const sample = await readPart<OwnText['sample'] & object>(templateId, options, 'sample');
  const text = await (await read(['templates', templateId, 'versions', version, 'text'], 'text/html')).text();
  return { text, title, kind, schema, sample };
}
