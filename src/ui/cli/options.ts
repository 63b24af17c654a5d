import { type Command, Option } from 'commander';
import { DOCUMENT_FORMATS, type DocumentFormat } from '../../../schemas/formats.ts';
import { readData } from './data.ts';
import { DocgenCommand } from './docgen-command.ts';
import { documentOptions, givenOptions } from './document-options.ts';
import type { PrintOptions } from './print.ts';

/** Options that several commands share. */

export interface CompanyOptions extends PrintOptions {
  readonly keyFile?: string;
}

export interface VersionOptions {
  readonly templateVersion?: string;
  readonly custom?: boolean;
}

/** The options that make the body of a request for a document, besides those of `documentOptions`. */
export interface RequestOptions extends CompanyOptions, VersionOptions {
  readonly data: string;
  readonly format: DocumentFormat;
  readonly strict?: true;
}

export function requestCommand(name: string): DocgenCommand {
  const command = new DocgenCommand(name)
    .argument('<templateId>', 'for example non-disclosure-agreement')
    .requiredOption('--data <file>', 'JSON object to merge into the template; - reads standard input')
    .addOption(new Option('--format <format>', 'kind of document').choices(DOCUMENT_FORMATS).default('pdf'))
    .withVersion()
    .option('--strict', 'refuse what would be a warning');
  for (const option of documentOptions()) command.addOption(option);
  return command;
}

export async function requestOf(
  templateId: string,
  given: RequestOptions,
  command: Command,
): Promise<object> {
  const { format, templateVersion: version, custom, strict } = given;
  const data = await readData(given.data);
  return { templateId, data, format, version, custom, strict, options: givenOptions(command) };
}
