import { type ComparisonRequest, DEFAULT_AUTHOR } from '../../../schemas/comparison-request.ts';
import { fieldsAmong, fieldTableOf } from '../../formats/document/field-table.ts';
import { acceptComparison } from './accept-request.ts';
import { explained } from './failure.ts';
import { fileNameOf } from './file-name.ts';
import { type GeneratedDocument, type GenerationDependencies, wishesOf } from './generate.ts';
import { Laps } from './laps.ts';
import type { SentRequest } from './sent-request.ts';
import { callerOf, type Requester, recordOutcome } from './trail.ts';

/**
 * Makes a Word file with the changes from one document to another of the same text, tracked. It is a document of its own,
 * of the text, warnings and blanks of `to`, and the trail records it as one.
 * @throws ServiceError as `generateDocument` does, or the signal's reason
 */
export async function compareDocuments(
  dependencies: GenerationDependencies,
  requester: Requester,
  sent: SentRequest<ComparisonRequest>,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  const started = performance.now();
  const { companyId } = requester;
  const { request } = sent;
  const author = request.author?.trim() || DEFAULT_AUTHOR;
  const { from, to } = await acceptComparison(dependencies, companyId, sent);
  const { renderer, refusedTexts, trail, identities, digester } = dependencies;
  const identity = identities.ofComparison(companyId, { from, to }, author);
  const valueDigests = digester.of(identity.documentId, to);
  const laps = new Laps();
  const format = 'docx';
  const subject = { requester, identity, valueDigests, format, started, laps } as const;
  return recordOutcome(trail, subject, signal, async () => {
    for (const { template } of [from, to]) refusedTexts.check(template);
    const caller = callerOf(requester, signal);
    const made = await explained(caller, () =>
      renderer.renderRedline(
        { ...from, fields: fieldTableOf(from.template.schema), author },
        to.template,
        to.data,
        caller,
        wishesOf(to, identity),
      ),
    );
    laps.note({ template: made.templateMs, convert: made.convertMs });
    const blanks = fieldsAmong(to.template.schema, made.blanks);
    const { template, data, warnings } = to;
    const fileName = fileNameOf(template, data, request.options, '-compared');
    const { times: timings } = laps;
    return { bytes: made.body, format, fileName, identity, warnings, blanks, timings, pages: undefined };
  });
}
