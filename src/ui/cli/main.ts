import { type Command, CommanderError } from 'commander';
import { CommandFailure, EXIT_CODES } from './failure.ts';
import { type PrintOptions, print } from './print.ts';
import { docgenProgram } from './program.ts';

// Whoever reads this output may have enough of it, as `head` does; what is not printed any more is not missed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const program = docgenProgram();
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
