import type { Command } from 'commander';
import { formatOf } from '../../../clients/typescript/src/file-format.ts';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import type { Reading } from '../../../schemas/reading.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { readData } from './data.ts';
import { DocgenCommand } from './docgen-command.ts';
import { CommandFailure } from './failure.ts';
import { checkName, formatNamed } from './file-format.ts';
import type { CompanyOptions, VersionOptions } from './options.ts';
import { print, printAnswer } from './print.ts';
import { reportOf } from './read-report.ts';
import { apiTarget, send } from './server.ts';
import { companyKey, readBytes } from './settings.ts';
import { readPart } from './template-version.ts';
import { writeOutput } from './write-document.ts';

/** `unknown` differs from `changed`: a script can ask a person to look, or look for the document elsewhere. */
const VERDICT_CODES: Readonly<Record<Reading['verdict'], number>> = {
  'as made': 0,
  'filled in': 0,
  changed: 1,
  unknown: 3,
};

interface ReadOptions extends CompanyOptions, VersionOptions {
  readonly data?: string;
  readonly against?: string;
  readonly document?: string;
  readonly template?: string;
  readonly redline?: string;
  readonly report?: string;
}

export function readCommand(): Command {
  return new DocgenCommand('read')
    .description(
      'Say what a PDF or Word file says that came back: what was filled in and changed, also in silence.',
    )
    .argument('<file>', 'filled in, edited or signed in any program')
    .option(
      '--data <file>',
      'what was sent to make the document: the JSON of its data; - reads standard input',
    )
    .option('--against <file>', 'the Word file that was sent last, to say what is new since then')
    .option('--document <documentId>', 'the document that was sent, if the file names none or another one')
    .option('--template <templateId>', 'its template, where the file does not name it')
    .option(
      '--redline <file>',
      'of a Word file: where to write it with all changes tracked; - is standard output',
    )
    .option('--report <file>', 'a .pdf or .docx to write, with what was found, to keep beside the file')
    .withVersion()
    .addHelpText(
      'after',
      '\nIt ends with 0 for a file that is as made or filled in, with 1 for one that was changed, and with 3 for one that your\ncompany did not have made here.',
    )
    .examples(
      'docgen read returned.docx --redline changes.docx --key-file acme.key',
      'docgen read round-2.docx --against sent.docx --report round-2.pdf --key-file acme.key',
      'docgen read signed.pdf --json --key-file acme.key | jq .data',
    )
    .action(read);
}

async function read(file: string, options: ReadOptions): Promise<void> {
  const { template: templateId, templateVersion: version, custom, document: documentId, keyFile } = options;
  checkName(options.redline, 'docx');
  const { report } = options;
  const reportFormat = formatNamed(report);
  if (report !== undefined && reportFormat === undefined)
    throw new CommandFailure('wrongUsage', `${report} would be a report: let its name end in .pdf or .docx`);
  const bytes = await readBytes(file);
  if (bytes.length === 0) throw new CommandFailure('wrongUsage', `${file} is empty.`);
  const headers = { 'x-key': await companyKey(keyFile) };
  const body = {
    ...{ file: bytes.toString('base64'), format: formatOf(bytes), templateId, version, custom, documentId },
    data: options.data && (await readData(options.data)),
    against: options.against && (await readBytes(options.against)).toString('base64'),
  };
  const target = apiTarget(['documents', 'read']);
  const answer = await send('POST', target, headers, body);
  const reading = (await answer.json()) as Reading;
  const { redline } = options;
  if (redline !== '-') {
    const { document } = reading;
    const text = { ...options, templateVersion: document.version, custom: document.source === 'custom' };
    const schema = options.json ? undefined : await readPart<DataSchema>(document.templateId, text, 'schema');
    printAnswer(options, reading, () => reportOf(reading, schema));
  }
  if (redline !== undefined) {
    const changes = await send('POST', target, { ...headers, accept: CONTENT_TYPES.docx }, body);
    const isFile = await writeOutput(redline, new Uint8Array(await changes.arrayBuffer()));
    const base = reading.baseline === 'text' ? 'the text as made' : options.against;
    if (isFile && !options.json) print(`\nWrote ${redline}: ${base}, with all of these changes tracked.`);
  }
  if (report !== undefined) {
    const made = await send('POST', target, headers, { ...body, report: reportFormat });
    await writeOutput(report, new Uint8Array(await made.arrayBuffer()));
    if (!options.json) print(`\nWrote ${report}: the report.`);
  }
  process.exitCode = VERDICT_CODES[reading.verdict];
}
