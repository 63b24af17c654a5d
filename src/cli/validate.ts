import { Command } from 'commander';
import type { Warning } from '../../schemas/warning.ts';
import { readData } from './data.ts';
import { documentOptions, givenOptions } from './document-options.ts';
import {
  type CompanyOptions,
  customOption,
  type DataOptions,
  dataOption,
  formatOption,
  jsonOption,
  keyFileOption,
  strictOption,
  type VersionOptions,
  versionOption,
} from './options.ts';
import { printAnswer } from './print.ts';
import { callApi } from './server.ts';
import { printWarnings } from './warnings.ts';

interface Validation {
  readonly valid: true;
  readonly warnings: readonly Warning[];
  readonly blanks: readonly string[];
}

type ValidateOptions = CompanyOptions & DataOptions & VersionOptions;

export function validateCommand(): Command {
  const command = new Command('validate')
    .description('Check the data for a document, without making it; every fault is named at once.')
    .argument('<templateId>', 'for example non-disclosure-agreement')
    .addOption(dataOption())
    .addOption(formatOption())
    .addOption(versionOption())
    .addOption(customOption())
    .addOption(strictOption())
    .addOption(keyFileOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  DOCGEN_KEY=… docgen validate non-disclosure-agreement --data parties.json\n' +
        '  docgen templates sample esg-policy --key-file acme.key | docgen validate esg-policy --data - --key-file acme.key',
    )
    .action(validate);
  for (const option of documentOptions()) command.addOption(option);
  return command;
}

async function validate(templateId: string, options: ValidateOptions, command: Command): Promise<void> {
  const { format, templateVersion: version, custom, strict } = options;
  const data = await readData(options.data);
  const body = { templateId, data, format, version, custom, strict, options: givenOptions(command) };
  const verdict = await callApi<Validation>('POST', ['documents', 'validate'], options.keyFile, body);
  printWarnings(verdict.warnings);
  printAnswer(options, verdict, ({ blanks }) =>
    [
      `Valid: ${templateId} can be generated from it.`,
      ...(blanks.length > 0 ? [`Blanks to fill in by hand: ${blanks.join(', ')}.`] : []),
    ].join('\n'),
  );
}
