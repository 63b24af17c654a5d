import type { Command } from 'commander';
import type { Valid } from '../../../schemas/valid.ts';
import { type RequestOptions, requestCommand, requestOf } from './options.ts';
import { printAnswer } from './print.ts';
import { callApi } from './server.ts';
import { printWarnings } from './warnings.ts';

export function validateCommand(): Command {
  return requestCommand('validate')
    .description('Check the data for a document, without making it; every fault is named at once.')
    .examples(
      'DOCGEN_KEY=… docgen validate non-disclosure-agreement --data parties.json',
      'docgen templates sample esg-policy --key-file acme.key | docgen validate esg-policy --data - --key-file acme.key',
    )
    .action(validate);
}

async function validate(templateId: string, options: RequestOptions, command: Command): Promise<void> {
  const body = await requestOf(templateId, options, command);
  const verdict = await callApi<Valid>('POST', ['documents', 'validate'], options.keyFile, body);
  printWarnings(verdict.warnings);
  printAnswer(options, verdict, ({ blanks }) =>
    [
      `Valid: ${templateId} can be generated from it.`,
      ...(blanks.length > 0 ? [`Blanks to fill in by hand: ${blanks.join(', ')}.`] : []),
    ].join('\n'),
  );
}
