import { type Command, InvalidArgumentError, Option } from 'commander';
import { momentNow } from '../../../../clients/typescript/src/moment.ts';
import type { TemplateSummary } from '../../../../schemas/catalogue.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import { DATE_ORDERS, DECIMAL_SIGNS, type Reading } from '../../rows/cells.ts';
import { DocgenCommand } from '../docgen-command.ts';
import { documentOptions, givenOptions } from '../document-options.ts';
import { CommandFailure } from '../failure.ts';
import type { CompanyOptions, VersionOptions } from '../options.ts';
import { print, printAnswer, table } from '../print.ts';
import { companyKey } from '../settings.ts';
import { customQuery, readVersion } from '../template-version.ts';
import { Batch, type Findings, type PlannedFile, type Shard } from './batch.ts';
import { fileNames } from './file-names.ts';
import { digestOf, type Input, openInput } from './input.ts';
import { beginJob, checkSame, type Job, readJob } from './job-file.ts';
import { PatientCaller } from './patient.ts';

interface BatchCommandOptions extends CompanyOptions, VersionOptions, Reading {
  readonly data: string;
  readonly out: string;
  readonly format: Job['format'];
  readonly strict?: true;
  readonly name?: string;
  readonly concurrency: number;
  readonly shard?: Shard;
  readonly dryRun?: true;
  readonly skipFaulty?: true;
}

export function batchCommand(): Command {
  const command = new DocgenCommand('batch')
    .description('Generate a document of every row of a file, and go on where an earlier run ended.')
    .argument('<templateId>', 'for example non-disclosure-agreement')
    .requiredOption('--data <file>', 'the rows: a .csv whose header has the paths of fields, or .ndjson')
    .requiredOption('--out <folder>', 'where to write the files; created when missing')
    .addOption(
      new Option('--format <format>', 'kind of document').choices(['pdf', 'docx', 'both']).default('pdf'),
    )
    .option(
      '--name <pattern>',
      "names of the files, such as '{lastName}-{firstName}' (default: the row's number)",
    )
    .addOption(
      new Option('--dates <order>', 'read dates of a .csv such as 31/12/2026 in this order').choices(
        DATE_ORDERS,
      ),
    )
    .addOption(
      new Option('--decimal <sign>', 'what stands before the decimals of a .csv').choices(DECIMAL_SIGNS),
    )
    .addOption(
      new Option('--concurrency <number>', 'requests at the same time')
        .argParser(parseConcurrency)
        .default(8),
    )
    .addOption(
      new Option('--shard <i/n>', 'only the rows whose number modulo n is i, from 0').argParser(parseShard),
    )
    .option('--dry-run', 'check the rows, say which file each would get, and make nothing')
    .option('--skip-faulty', 'make the rows without faults although others have some')
    .withVersion()
    .option('--strict', 'refuse what would be a warning')
    .addHelpText(
      'after',
      '\nAll rows are checked before the first document is made. The folder has manifest.ndjson, a line for each file, and\nbatch.json, by which the same command goes on after it was stopped.',
    )
    .examples(
      'docgen batch senior-backend-developer-agreement --data people.csv --out contracts --dry-run --key-file acme.key',
      "docgen batch senior-backend-developer-agreement --data people.csv --out contracts --name '{lastName}-{firstName}' --key-file acme.key",
    )
    .action(batch);
  // `--name` gives every file its own name.
  for (const option of documentOptions()) if (option.long !== '--file-name') command.addOption(option);
  return command;
}

async function batch(templateId: string, options: BatchCommandOptions, command: Command): Promise<void> {
  const { out: folder, shard, concurrency, strict = false } = options;
  const key = await companyKey(options.keyFile);
  const asked = await askedFor(templateId, options, command);
  const kept = await readJob(folder);
  if (kept !== undefined) checkSame(folder, kept, asked);
  const { job, schema } = await prepare(kept ?? asked, new PatientCaller(key));
  const input = openInput(options.data, schema, options);
  const rest = { folder, input, names: fileNames(options.name, schema), shard, concurrency, strict, key };

  let work = new Batch({ ...rest, job });
  let manifest = kept && (await work.openManifest());
  try {
    const found = await work.check();
    for (const remark of input.remarks()) process.stderr.write(`${options.data}: ${remark}\n`);
    const isRefused = input.headerFaults().length > 0 || (found.faulty.size > 0 && !options.skipFaulty);
    if (options.dryRun || isRefused) {
      const files = isRefused ? undefined : await tell(work.planned(found), options);
      report(options, input, { ...found, kept: work.kept, made: 0, failed: 0, files });
      return;
    }
    if (manifest === undefined) {
      const begun = await beginJob(folder, job);
      checkSame(folder, begun, asked);
      work = new Batch({ ...rest, job: begun });
      manifest = await work.openManifest();
    }
    report(options, input, { ...found, kept: work.kept, ...(await work.make(manifest, found)) });
  } finally {
    await manifest?.close();
  }
}

type Asked = Partial<Job> & Omit<Job, 'version' | 'at'>;

async function askedFor(templateId: string, options: BatchCommandOptions, command: Command): Promise<Asked> {
  const { at, ...look } = givenOptions(command) ?? {};
  const { format, templateVersion: version, custom = false, name = null } = options;
  const { dates = null, decimal = null } = options;
  const input = await digestOf(options.data);
  return {
    ...{ input, templateId, custom, format, dates, decimal, name, options: look },
    ...(version !== undefined && { version }),
    ...(at !== undefined && { at }),
  };
}

/** Names the version if it was left out, and reads the fields of its data. */
async function prepare(asked: Asked, caller: PatientCaller): Promise<{ job: Job; schema: DataSchema }> {
  const { templateId, custom } = asked;
  const summary = await caller.get<TemplateSummary>(['templates', templateId], customQuery(custom));
  const version = asked.version ?? summary.latestVersion;
  const schema = await readVersion<DataSchema>((path, query) => caller.get(path, query), {
    ...{ templateId, version, custom, part: 'schema' },
  });
  const at = asked.at ?? momentNow();
  return { job: { ...asked, version, at }, schema };
}

async function tell(
  files: AsyncIterable<PlannedFile>,
  { json }: BatchCommandOptions,
): Promise<readonly PlannedFile[] | undefined> {
  if (json) return Array.fromAsync(files);
  for await (const { row, line, file } of files) print(`row ${row} (line ${line}): ${file}`);
  return undefined;
}

interface Result extends Findings {
  readonly kept: number;
  readonly made: number;
  readonly failed: number;
  readonly files?: readonly PlannedFile[] | undefined;
}

/** @throws CommandFailure when a row has faults, or a file could not be made */
function report(options: BatchCommandOptions, input: Input, result: Result): void {
  const { rows, faults, faulty, kept, made, failed, files } = result;
  const columns = input.headerFaults();
  const answer = { rows, made, kept, failed, faults, columns, files };
  const words = [
    ...(faults.length > 0
      ? [
          table(
            ['ROW', 'LINE', 'FIELD', 'MESSAGE'],
            faults.map(({ row, line, field, message }) => [String(row), String(line), field, message]),
          ),
        ]
      : []),
    ...columns.map((fault) => `${options.data}: ${fault}`),
  ].join('\n');
  const summary = summaryOf(options, result);
  if (faulty.size === 0 && columns.length === 0 && failed === 0) {
    printAnswer(options, answer, () => summary);
    return;
  }
  if (!options.json && words !== '') print(words);
  throw new CommandFailure('refused', summary, { answer });
}

function summaryOf({ out, dryRun, skipFaulty }: BatchCommandOptions, result: Result): string {
  const { rows, faulty, kept, made, failed } = result;
  const checked = `${rows} rows checked, ${faulty.size} with faults`;
  if (dryRun || made + kept + failed === 0)
    return `${checked}. Nothing was made.${faulty.size > 0 && !skipFaulty ? ' Correct them, or add --skip-faulty to make the others.' : ''}`;
  return (
    `${made} files made in ${out}${kept > 0 ? `, ${kept} were there already` : ''}` +
    `${failed > 0 ? `, ${failed} not made; the manifest has the reasons` : ''}.`
  );
}

function parseConcurrency(text: string): number {
  if (!/^([1-9]\d?|[1-4]\d\d|500)$/.test(text))
    throw new InvalidArgumentError('It must be a number from 1 to 500.');
  return Number(text);
}

function parseShard(text: string): Shard {
  const [, index, of] = /^(\d{1,6})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (index === undefined || Number(index) >= Number(of))
    throw new InvalidArgumentError(
      'It must be like 0/4, 1/4, 2/4 or 3/4: the first number is less than the second.',
    );
  return { index: Number(index), of: Number(of) };
}
