import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Identity } from '../../../schemas/identity.ts';
import { fieldsAmong, fieldTableOf } from '../../formats/document/field-table.ts';
import type { Wishes } from '../../render/renderer.ts';
import { findDenied } from '../../templating/warnings/value-warnings.ts';
import type { Caller } from '../../workers/pool/job.ts';
import { type AcceptedRequest, acceptRequest } from './accept-request.ts';
import { explained } from './failure.ts';
import { fileNameOf } from './file-name.ts';
import type { Identities } from './identities.ts';
import { Laps } from './laps.ts';
import type { Preview, PreviewDependencies } from './preview.ts';
import type { SentRequest } from './sent-request.ts';
import { callerOf, type Requester, recordOutcome, type Trail } from './trail.ts';
import type { ValueDigester } from './value-digests.ts';

export interface GenerationDependencies extends PreviewDependencies {
  readonly trail: Trail;
  readonly identities: Identities;
  readonly digester: ValueDigester;
}

export interface GeneratedDocument extends Omit<Preview, 'template'> {
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly format: DocumentFormat;
  /** Of the file, without its extension. */
  readonly fileName: string;
  readonly identity: Identity;
  /** For a PDF. */
  readonly pages: number | undefined;
}

interface Task extends Pick<GeneratedDocument, 'format' | 'fileName' | 'identity'> {
  readonly laps: Laps;
}

interface MadeFile {
  readonly bytes: Uint8Array;
  readonly blanks: readonly string[];
  readonly pages?: number;
}

/**
 * Generates a document: a checked envelope and a requester in, a file or a ServiceError out. Once the request is
 * accepted, the trail records the outcome. Knows neither HTTP nor the database, only the interfaces that this folder declares.
 * @param requester who sent the request
 * @param signal fires when the caller no longer waits
 * @throws ServiceError, or the signal's reason
 */
export async function generateDocument(
  dependencies: GenerationDependencies,
  requester: Requester,
  sent: SentRequest,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  const started = performance.now();
  const accepted = await acceptRequest(dependencies, requester.companyId, sent);
  const { format } = sent.request;
  const fileName = fileNameOf(accepted.template, accepted.data, sent.request.options);
  const laps = new Laps();
  const identity = dependencies.identities.of(requester.companyId, format, accepted);
  const valueDigests = dependencies.digester.of(identity.documentId, accepted);
  const subject = { requester, identity, valueDigests, format, started, laps };
  return recordOutcome(dependencies.trail, subject, signal, () =>
    makeDocument(dependencies, accepted, { format, fileName, identity, laps }, callerOf(requester, signal)),
  );
}

async function makeDocument(
  dependencies: GenerationDependencies,
  accepted: AcceptedRequest,
  task: Task,
  caller: Caller,
): Promise<Omit<GeneratedDocument, 'sha256'>> {
  const { template, warnings } = accepted;
  const { format, fileName, identity, laps } = task;
  dependencies.refusedTexts.check(template);
  const { bytes, pages, ...made } = await explained(caller, () =>
    MAKERS[format](dependencies, accepted, task, caller),
  );
  const blanks = fieldsAmong(template.schema, made.blanks);
  return { bytes, format, fileName, identity, warnings, blanks, timings: laps.times, pages };
}

type Make = (
  dependencies: GenerationDependencies,
  accepted: AcceptedRequest,
  task: Task,
  caller: Caller,
) => Promise<MadeFile>;

const makePdf = async (
  { renderer, printer }: GenerationDependencies,
  accepted: AcceptedRequest,
  { identity, laps }: Task,
  caller: Caller,
) => {
  const { template, data, options } = accepted;
  const made = await renderer.renderHtml(template, data, caller, wishesOf(accepted, identity));
  const { body: html, facts, dataJson, blanks, templateMs, convertMs } = made;
  laps.note({ template: templateMs + convertMs });
  const { bytes, pages, contentsPages, printMs, completeMs } = await printer.printPdf(
    { html, facts, dataJson, origin: template.origin, options },
    caller,
    template,
  );
  laps.note({ print: printMs, complete: completeMs });
  return { bytes, blanks, pages, contentsPages };
};

/** Only a print knows where pages end, and a Word file has those of the PDF. */
const makeDocx: Make = async (dependencies, accepted, task, caller) => {
  const { template, data, options } = accepted;
  const { identity, laps } = task;
  const contentsPages = options.toc
    ? (await makePdf(dependencies, accepted, task, caller)).contentsPages
    : undefined;
  const wishes = { ...wishesOf(accepted, identity), contentsPages };
  const made = await dependencies.renderer.renderDocx(template, data, caller, wishes);
  const { body: bytes, blanks, templateMs, convertMs } = made;
  laps.note({ template: templateMs, convert: convertMs });
  return { bytes, blanks };
};

const MAKERS: Readonly<Record<DocumentFormat, Make>> = { pdf: makePdf, docx: makeDocx };

/** What a request decides about its document besides text and data. */
export function wishesOf(
  { template, data, options, letterhead }: AcceptedRequest,
  identity: Identity,
): Wishes {
  const { schema } = template;
  const denied = options.embedData ? findDenied(schema, data) : [];
  return { options, letterhead, identity, denied, fields: fieldTableOf(schema) };
}
