import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { Command, CommanderError } from 'commander';
import { ConfigError, readConfig } from '../environment/config.ts';
import { describeSourceFault, type FilesRevision } from '../lib/source-fault.ts';
import { PROJECT } from '../templating/templates/catalogue.ts';
import { buildLocalApp } from './local-app.ts';
import { findNamedTemplate, NoSuchTemplate } from './preview/named-template.ts';

const EXAMPLES = `
Examples:
  npm run preview
  npm run preview -- esg-policy
  npm run preview -- supplier-agreement@1.0.0 --data supply.json --port 4001`;

/** The command `preview`: the studio over the files of the project, for whoever writes its texts. */
const program = new Command('preview')
  .description(
    'Opens the texts of templates-html/ in the studio, and shows them again whenever a file changes.',
  )
  .argument('[templateId]', 'only its latest version, or that of templateId@version; left out, all of them')
  .option('--data <file>', 'show it with the data of this file of JSON too')
  .option('--port <port>', 'where the page is; 0 takes a free port', '4000')
  .addHelpText('after', EXAMPLES)
  .exitOverride()
  .showHelpAfterError('Add --help for the usage.');

try {
  program.parse();
  await run(program.args[0], program.opts<{ data?: string; port: string }>());
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  const isTold = error instanceof ConfigError || error instanceof NoSuchTemplate;
  process.stderr.write(`${isTold ? error.message : String(error)}\n`);
  process.exit(isTold ? 2 : 1);
}

async function run(
  wanted: string | undefined,
  { data, port }: { data?: string; port: string },
): Promise<void> {
  const config = readConfig({ ...process.env, PORT: port });
  if (data !== undefined && wanted === undefined)
    throw new NoSuchTemplate(
      '--data needs the template whose data these are: npm run preview -- esg-policy --data …',
    );
  const only = wanted === undefined ? undefined : await findNamedTemplate(PROJECT, wanted);
  const app = await buildLocalApp(config, {
    root: PROJECT,
    only,
    dataFile: data && path.resolve(process.env.INIT_CWD ?? '.', data),
    onRevision: say,
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  closeWithGrace({ delay: config.SHUTDOWN_TIMEOUT_MS }, () => app.close());
  const page = only === undefined ? `${app.url}#texts` : `${app.url}#texts/${only}`;
  process.stdout.write(`\nOpen ${page} in a browser. Save a file, and look again. Ctrl+C ends it.\n`);
}

/** @param keys of the templates that were read again */
function say({ faults, warnings }: FilesRevision, keys: readonly string[]): void {
  const time = new Date().toTimeString().slice(0, 8);
  const what = faults.length === 0 ? 'nothing is wrong' : 'this is wrong:';
  const lines = [
    `${time} ${keys.length === 1 ? keys[0] : `${keys.length} templates`}: ${what}`,
    ...faults.map((fault) => `  ${describeSourceFault(fault)}`),
    ...warnings.map((warning) => `  perhaps: ${describeSourceFault(warning)}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
