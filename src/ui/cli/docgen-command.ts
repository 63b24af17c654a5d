import { Command } from 'commander';

/** What commands of docgen have in common. */
export class DocgenCommand extends Command {
  override createCommand(name?: string): DocgenCommand {
    return new DocgenCommand(name);
  }

  /** Takes a company's key. */
  withKey(): this {
    return this.option('--key-file <file>', 'file that holds the key, in place of DOCGEN_KEY');
  }

  /** Takes whose text is meant, and a company's key. */
  withCustom(): this {
    return this.option('--custom', "the company's own text, or a template of its own").withKey();
  }

  /** Takes which text is meant, and a company's key. */
  withVersion(): this {
    return this.option('--template-version <version>', 'exact version (default: the latest)').withCustom();
  }

  /** Ends the help with command lines. */
  examples(...lines: readonly string[]): this {
    const title = lines.length === 1 ? 'Example' : 'Examples';
    return this.addHelpText('after', ['', `${title}:`, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
}
