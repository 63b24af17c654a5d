import type { Command, Option } from 'commander';

/** A word that can stand at the place of the cursor. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What was read before the cursor. */
interface Cursor {
  readonly command: Command;
  /** Number of arguments that were given to the command. */
  readonly operands: number;
  /** The option whose value is typed. */
  readonly option: Option | undefined;
  /** Options that were given, by their long names, with their values. */
  readonly given: ReadonlyMap<string, string>;
}

/** Reads the names of the templates. @param keyFile as `--key-file` */
export type ReadTemplates = (keyFile: string | undefined) => Promise<readonly Candidate[]>;

/**
 * The words that can follow on a command line.
 * @param words after `docgen`; the last one, which may be empty, is being typed
 * @returns those that begin as the last word; none where the name of a file is expected
 */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  readTemplates: ReadTemplates,
): Promise<readonly Candidate[]> {
  // bash separates `--format=pdf` into three words.
  const separate = words.flatMap((word) => (/^--[^=]+=/.test(word) ? word.split(/=(.*)/s, 2) : [word]));
  const known = separate.filter((word) => word !== '=');
  const typed = words.at(-1) === '=' ? '' : (known.at(-1) ?? '');
  const place = placeOf(program, known.slice(0, words.at(-1) === '=' ? undefined : -1));
  const all = await candidatesAt(place, typed, readTemplates);
  return all.filter(({ value }) => value.startsWith(typed));
}

function placeOf(program: Command, words: readonly string[]): Cursor {
  let command = program;
  let operands = 0;
  let option: Option | undefined;
  const given = new Map<string, string>();
  for (const word of words) {
    if (option !== undefined) {
      given.set(option.long ?? '', word);
      option = undefined;
    } else if (word.startsWith('-')) {
      const found = command.options.find(({ long, short }) => word === long || word === short);
      if (found?.required) option = found;
      else given.set(word, '');
    } else {
      const child = command.commands.find((one) => one.name() === word);
      if (child === undefined) operands += 1;
      else command = child;
    }
  }
  return { command, operands, option, given };
}

async function candidatesAt(
  { command, operands, option, given }: Cursor,
  typed: string,
  readTemplates: ReadTemplates,
): Promise<readonly Candidate[]> {
  if (option !== undefined) return valuesOf(option.argChoices);
  const help = command.createHelp();
  if (typed.startsWith('-'))
    return help
      .visibleOptions(command)
      .filter(({ long }) => !given.has(long ?? ''))
      .map(({ long, description }) => ({ value: long ?? '', description }));
  if (command.commands.length > 0)
    return help
      .visibleCommands(command)
      .map((one) => ({ value: one.name(), description: one.description() }));
  const argument = command.registeredArguments[operands];
  if (argument?.name() === 'templateId') return await readTemplates(given.get('--key-file'));
  return valuesOf(argument?.argChoices);
}

function valuesOf(choices: readonly string[] = []): Candidate[] {
  return choices.map((value) => ({ value, description: '' }));
}
