import path from 'node:path';
import type { Command } from 'commander';
import type { CompanyProfile } from '../../../schemas/company-profile.ts';
import { readData } from './data.ts';
import { DocgenCommand } from './docgen-command.ts';
import { CommandFailure } from './failure.ts';
import { type PrintOptions, printAnswer } from './print.ts';
import { callAdminApi } from './server.ts';
import { readBytes } from './settings.ts';

const TYPES = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.svg', 'image/svg+xml'],
]);

const pathOf = (companyId: string) => ['companies', companyId, 'profile'];

export function profileCommand(): Command {
  const profile = new DocgenCommand('profile').description(
    "A company's own paper: its name and address, logo, colour, footer and paper size.",
  );

  profile
    .command('set <companyId> <file>')
    .description('Replace the profile by the JSON object in a file; - is standard input.')
    .option('--logo <file>', 'PNG, JPEG or SVG file to send as the logo')
    .examples(
      'echo \'{"legalName":"Acme Limited","accentColour":"#0b5d3b"}\' | docgen companies profile set acme - --logo acme.svg',
    )
    .action(async (companyId: string, file: string, options: PrintOptions & { readonly logo?: string }) => {
      const sent = Object(await readData(file));
      const logo = options.logo === undefined ? {} : { logo: await readLogo(options.logo) };
      const profile = await callAdminApi<CompanyProfile>('PUT', pathOf(companyId), { ...sent, ...logo });
      printAnswer(options, profile, () => `Replaced the profile of ${companyId}.`);
    });

  profile
    .command('show <companyId>')
    .description('Print the profile, as JSON with or without --json.')
    .examples('docgen companies profile show acme')
    .action(async (companyId: string) => {
      printAnswer({ json: true }, await callAdminApi<CompanyProfile>('GET', pathOf(companyId)), () => '');
    });

  profile
    .command('delete <companyId>')
    .description('Delete the profile; documents are plain from then on.')
    .examples('docgen companies profile delete acme')
    .action(async (companyId: string, options: PrintOptions) => {
      await callAdminApi('DELETE', pathOf(companyId));
      printAnswer(options, {}, () => `Deleted the profile of ${companyId}.`);
    });

  return profile;
}

async function readLogo(file: string): Promise<string> {
  const type = TYPES.get(path.extname(file).toLowerCase());
  if (type === undefined)
    throw new CommandFailure('wrongUsage', `${file} is not named .png, .jpg, .jpeg or .svg`);
  return `data:${type};base64,${(await readBytes(file)).toString('base64')}`;
}
