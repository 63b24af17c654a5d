import type { Command } from 'commander';
import { readData } from './data.ts';
import { DocgenCommand } from './docgen-command.ts';
import { documentOptions, givenOptions } from './document-options.ts';
import { checkName } from './file-format.ts';
import type { CompanyOptions } from './options.ts';
import { send } from './server.ts';
import { companyKey } from './settings.ts';
import { fileFor, type NameOptions, writeDocument } from './write-document.ts';

interface CompareOptions extends CompanyOptions, NameOptions {
  readonly from: string;
  readonly to: string;
  readonly fromVersion?: string;
  readonly toVersion?: string;
  readonly custom?: true;
  readonly author?: string;
  readonly strict?: true;
}

export function compareCommand(): Command {
  const command = new DocgenCommand('compare')
    .description('Compare two documents of a text as a Word file with tracked changes.')
    .argument('<templateId>', 'for example non-disclosure-agreement')
    .requiredOption(
      '--from <file>',
      'JSON object with the data of the earlier document; - reads standard input',
    )
    .requiredOption('--to <file>', 'JSON object with the data of the later document; - reads standard input')
    .option('--from-version <version>', 'exact version of the earlier document (default: the latest)')
    .option('--to-version <version>', 'exact version of the later document (default: the latest)')
    .option('--custom', "the company's own overrides of the template")
    .option('--author <name>', 'who the changes are by, in the file')
    .option('--strict', 'refuse what would be a warning')
    .option('--out <file>', 'where to write it; - is standard output (default: <templateId>-compared.docx)')
    .withKey();
  // There is no archival Word file.
  for (const option of documentOptions()) if (option.long !== '--archive') command.addOption(option);
  return command
    .examples(
      'docgen compare non-disclosure-agreement --from sent.json --to agreed.json --key-file acme.key',
      'docgen compare junior-devops-engineer-agreement --from ada.json --to ada.json --from-version 1.0.0 --out redline.docx --key-file acme.key',
    )
    .action(compare);
}

async function compare(templateId: string, options: CompareOptions, command: Command): Promise<void> {
  checkName(options.out, 'docx');
  const { custom, author, strict, fromVersion, toVersion } = options;
  const key = await companyKey(options.keyFile);
  const from = { version: fromVersion, data: await readData(options.from) };
  // Standard input can be read once.
  const data = options.to === '-' && options.from === '-' ? from.data : await readData(options.to);
  const to = { version: toVersion, data };
  const body = { templateId, custom, from, to, author, strict, options: givenOptions(command) };
  const answer = await send('POST', '/api/v1/documents/compare', { 'x-key': key }, body);
  const file = fileFor(answer, options, `${templateId}-compared.docx`);
  await writeDocument(options, { templateId, file, what: 'changes to ' }, answer);
}
