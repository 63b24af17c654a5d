import { type Command, Option } from 'commander';
import { DocumentOptions } from '../../../schemas/options.ts';
import { OPTION_WORDS } from '../../../schemas/shared/option-words.ts';

const NAMES = Object.keys(DocumentOptions.properties) as (keyof DocumentOptions)[];

export function documentOptions(): Option[] {
  return NAMES.map((name) => {
    const option = new Option(...OPTION_WORDS[name].flag);
    const { enum: choices } = DocumentOptions.properties[name] as { readonly enum?: readonly string[] };
    return choices === undefined ? option : option.choices(choices);
  });
}

/** @returns the options that were given; undefined when there are none */
export function givenOptions(command: Command): DocumentOptions | undefined {
  // Commander gives a --no-… flag a default, which the service has already.
  const given = NAMES.filter((name) => command.getOptionValueSource(name) === 'cli');
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((name) => [name, command.getOptionValue(name)]));
}
