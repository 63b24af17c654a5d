import { Argument, type Command } from 'commander';
import type { TemplateList } from '../../../../schemas/catalogue.ts';
import { DocgenCommand } from '../docgen-command.ts';
import { type PrintOptions, print, printAnswer } from '../print.ts';
import { apiTarget, ask } from '../server.ts';
import { companyKey } from '../settings.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import { SCRIPTS, SHELLS, type Shell } from './scripts.ts';

/** A person waits for it. */
const TIME_LIMIT_MS = 2_000;

export function completionCommand(): Command {
  return new DocgenCommand('completion')
    .description(
      'Print what a shell needs to complete commands, options, their values, and names of templates.',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText(
      'after',
      '\nThe names of templates are those of the running service, for the key in DOCGEN_KEY or --key-file.',
    )
    .examples(
      'docgen completion fish > ~/.config/fish/completions/docgen.fish',
      'source <(docgen completion bash)    # in ~/.bashrc',
      'source <(docgen completion zsh)     # in ~/.zshrc, after compinit',
    )
    .action((shell: Shell, options: PrintOptions) =>
      printAnswer(options, { shell, script: SCRIPTS[shell] }, ({ script }) => script),
    );
}

/** What the shells call: a line for each word that can follow, with a tab and its description. Never fails. */
export function completeCommand(program: Command): Command {
  return new DocgenCommand('complete').argument('[words...]').action(async (words: readonly string[]) => {
    const candidates = await candidatesFor(program, words, readTemplates).catch(() => []);
    for (const { value, description } of candidates) print(`${value}\t${description.split('\n', 1)}`);
  });
}

async function readTemplates(keyFile: string | undefined): Promise<Candidate[]> {
  const headers = { 'x-key': await companyKey(keyFile) };
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const answer = await ask('GET', apiTarget(['templates']), headers, undefined, { signal });
  const { templates } = (await answer.json()) as TemplateList;
  return templates.map(({ templateId, title }) => ({ value: templateId, description: title }));
}
