import type { Command } from 'commander';
import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Valid } from '../../../schemas/valid.ts';
import { formatNamed } from './file-format.ts';
import { type RequestOptions, requestCommand, requestOf } from './options.ts';
import { callApi, send } from './server.ts';
import { companyKey } from './settings.ts';
import { printWarnings } from './warnings.ts';
import { fileFor, type NameOptions, writeDocument } from './write-document.ts';

interface GenerateOptions extends RequestOptions, NameOptions {}

export function generateCommand(): Command {
  return requestCommand('generate')
    .description('Generate a document with a company API key, from DOCGEN_KEY or a file.')
    .option(
      '--out <file>',
      'where to write it; a name in .docx is a Word file; - is standard output (default: <templateId>.<format>)',
    )
    .examples(
      'DOCGEN_KEY=… docgen generate non-disclosure-agreement --data parties.json',
      'docgen generate studio-booking-agreement --data - --out booking.docx --key-file acme.key',
      'docgen generate esg-policy --data policy.json --draft --paper Letter --key-file acme.key',
    )
    .action(generate);
}

async function generate(templateId: string, options: GenerateOptions, command: Command): Promise<void> {
  const key = await companyKey(options.keyFile);
  const format = formatOf(options, command);
  const body = await requestOf(templateId, { ...options, format }, command);
  const answer = await send('POST', '/api/v1/documents/generate', { 'x-key': key }, body);
  if (answer.headers.get('x-warnings') !== '0') {
    // The response of `generate` has the number of warnings only.
    const path = ['documents', 'validate'];
    const { warnings } = await callApi<Valid>('POST', path, options.keyFile, body);
    printWarnings(warnings);
  }
  const file = fileFor(answer, options, `${templateId}.${format}`);
  await writeDocument(options, { templateId, file, what: '' }, answer);
}

/** What `--format` says, or else the name of the file. */
function formatOf({ out, format }: GenerateOptions, command: Command): DocumentFormat {
  const isGiven = command.getOptionValueSource('format') !== 'default';
  return isGiven ? format : (formatNamed(out) ?? format);
}
