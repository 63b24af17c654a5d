import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { Command, CommanderError } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { PROJECT } from '../templates/catalogue.ts';
import { describeSourceFault } from '../templates/source-faults.ts';
import { findNamedTemplate, NoSuchTemplate } from './named-template.ts';
import { startPreview } from './preview.ts';
import type { Revision } from './revision.ts';

const EXAMPLES = `
Examples:
  npm run preview -- esg-policy
  npm run preview -- supplier-agreement@1.0.0 --data supply.json --port 4001`;

/** The command `preview`: shows a template while it is being written. */
const program = new Command('preview')
  .description('Shows a template as PDF and Word, and again whenever one of its files changes.')
  .argument('[templateId]', 'its latest version, or that of templateId@version; left out, all are listed')
  .option('--data <file>', 'show it with the data of this file of JSON too')
  .option('--port <port>', 'where the page is; 0 takes a free port', '4000')
  .addHelpText('after', EXAMPLES)
  .exitOverride()
  .showHelpAfterError('Add --help for the usage.');

try {
  program.parse();
  await run(program.args[0] ?? '', program.opts<{ data?: string; port: string }>());
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  const isTold = error instanceof ConfigError || error instanceof NoSuchTemplate;
  process.stderr.write(`${isTold ? error.message : String(error)}\n`);
  process.exit(isTold ? 2 : 1);
}

async function run(wanted: string, { data, port }: { data?: string; port: string }): Promise<void> {
  const config = readConfig({ ...process.env, PORT: port });
  const key = await findNamedTemplate(PROJECT, wanted);
  const preview = await startPreview({
    root: PROJECT,
    key,
    dataFile: data && path.resolve(process.env.INIT_CWD ?? '.', data),
    port: config.PORT,
    renderTimeoutMs: config.RENDER_TIMEOUT_MS,
    printTimeoutMs: config.PRINT_TIMEOUT_MS,
    chromiumPath: config.CHROMIUM_PATH,
    sandboxRequired: config.CHROMIUM_SANDBOX === 'required',
    onRevision: (revision) => say(key, revision),
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  closeWithGrace({ delay: config.SHUTDOWN_TIMEOUT_MS }, () => preview.close());
  process.stdout.write(`\nOpen ${preview.url} in a browser. Save a file, and look again. Ctrl+C ends it.\n`);
}

function say(key: string, { faults, warnings, documents }: Revision): void {
  const time = new Date().toTimeString().slice(0, 8);
  const format = (kind: string) => (fault: Parameters<typeof describeSourceFault>[0]) =>
    `  ${kind}${describeSourceFault(fault)}`;
  const what =
    faults.length === 0 ? `shown with the data ${[...documents.keys()].join(', ')}` : 'this is wrong:';
  const lines = [`${time} ${key}: ${what}`, ...faults.map(format('')), ...warnings.map(format('perhaps: '))];
  process.stdout.write(`${[...new Set(lines)].join('\n')}\n`);
}
