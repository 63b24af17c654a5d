import type { Command } from 'commander';
import { batchCommand } from './batch/command.ts';
import { companiesCommand } from './companies.ts';
import { compareCommand } from './compare.ts';
import { completeCommand, completionCommand } from './completion/command.ts';
import { DocgenCommand } from './docgen-command.ts';
import { documentsCommand } from './documents.ts';
import { generateCommand } from './generate.ts';
import { keysCommand } from './keys.ts';
import { overridesCommand } from './overrides.ts';
import { readCommand } from './read.ts';
import { sealCommand } from './seal.ts';
import { templatesCommand } from './templates.ts';
import { validateCommand } from './validate.ts';

const ENVIRONMENT = `
Environment:
  DOCGEN_URL   address of the running service (default: http://127.0.0.1:3000)
  ADMIN_TOKEN  for companies, keys, overrides and documents: the token that the service was started with
  DOCGEN_KEY   for templates, validate, generate, compare, batch, seal and read: a company API key

Exit codes: 0 done, 1 refused by the service (of read: also a file that was changed), 2 wrong usage, 3 service not reachable
(of read: also a file that is not known).
With --json, standard output has what the service answered, also when it refuses; the reason in words is on standard error.

Examples:
  docgen companies create blue-moon "Blue Moon Studios Ltd"
  docgen keys issue blue-moon --json | jq -r .key > blue-moon.key
  docgen templates sample non-disclosure-agreement --key-file blue-moon.key > parties.json
  docgen generate non-disclosure-agreement --data parties.json --out nda.pdf --key-file blue-moon.key`;

/** The command line: a thin client of the running service. */
export function docgenProgram(): Command {
  const program = new DocgenCommand('docgen')
    .description('Administers a document generation service and generates documents with it.')
    .addHelpText('after', ENVIRONMENT);
  const commands = [
    companiesCommand(),
    keysCommand(),
    overridesCommand(),
    templatesCommand(),
    validateCommand(),
    generateCommand(),
    compareCommand(),
    batchCommand(),
    sealCommand(),
    readCommand(),
    documentsCommand(),
    completionCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  program.addCommand(completeCommand(program), { hidden: true });
  return program;
}
