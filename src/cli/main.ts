#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { batchCommand } from './batch/command.ts';
import { companiesCommand } from './companies.ts';
import { documentsCommand } from './documents.ts';
import { CommandFailure, EXIT_CODES } from './failure.ts';
import { generateCommand } from './generate.ts';
import { keysCommand } from './keys.ts';
import { overridesCommand } from './overrides.ts';
import { type PrintOptions, print } from './print.ts';
import { templatesCommand } from './templates.ts';
import { validateCommand } from './validate.ts';

const ENVIRONMENT = `
Environment:
  DOCGEN_URL   address of the running service (default: http://127.0.0.1:3000)
  ADMIN_TOKEN  for companies, keys, overrides and documents: the token that the service was started with
  DOCGEN_KEY   for templates, validate, generate and batch: a company API key

Exit codes: 0 done, 1 refused by the service, 2 wrong usage, 3 service not reachable.
With --json, standard output has what the service answered, also when it refuses; the reason in words is on standard error.

Examples:
  docgen companies create blue-moon "Blue Moon Studios Ltd"
  docgen keys issue blue-moon --json | jq -r .key > blue-moon.key
  docgen templates sample non-disclosure-agreement --key-file blue-moon.key > parties.json
  docgen generate non-disclosure-agreement --data parties.json --out nda.pdf --key-file blue-moon.key`;

/** The command line: a thin client of the running service. */
const program = new Command('docgen')
  .description('Administers a document generation service and generates documents with it.')
  .addHelpText('after', ENVIRONMENT);
const commands = [
  companiesCommand(),
  keysCommand(),
  overridesCommand(),
  templatesCommand(),
  validateCommand(),
  generateCommand(),
  batchCommand(),
  documentsCommand(),
];
for (const command of commands) program.addCommand(command);
let options: PrintOptions = {};
program.hook('preAction', (_program, command) => {
  options = command.opts();
});
prepare(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/**
 * Gives every command `--json`, and makes it throw in place of exiting; commander passes this on only to commands that it
 * has created itself.
 */
function prepare(command: Command): void {
  command.exitOverride().showHelpAfterError('Add --help for the usage.');
  if (command.options.some(({ long }) => long === '--template-version'))
    command.configureOutput({ outputError: (text, write) => write(suggestTemplateVersion(text)) });
  if (command.commands.length === 0) command.option('--json', 'print JSON');
  for (const child of command.commands) prepare(child);
}

/** Commander suggests only flags that differ by a few letters. */
function suggestTemplateVersion(text: string): string {
  return text.replace(/^error: unknown option '--version.*'$/m, '$&\n(Did you mean --template-version?)');
}

function exitCodeOf(error: unknown): number {
  // Commander has already printed the message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.wrongUsage;
  if (!(error instanceof CommandFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  if (options.json && error.answer !== undefined) print(JSON.stringify(error.answer, null, 2));
  return error.exitCode;
}
