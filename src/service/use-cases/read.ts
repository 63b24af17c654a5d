import { DEFAULT_AUTHOR } from '../../../schemas/comparison-request.ts';
import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Identity } from '../../../schemas/identity.ts';
import type { Reading as ReadingAnswer } from '../../../schemas/reading.ts';
import type { FileMade } from '../../../schemas/trail.ts';
import type { Warning } from '../../../schemas/warning.ts';
import { ServiceError } from '../../errors.ts';
import { fieldsAmong, fieldTableOf } from '../../formats/document/field-table.ts';
import type { Data } from '../../lib/paths.ts';
import { boundedAnswer } from '../../received/returned/bounds.ts';
import type { Reading } from '../../received/returned/read.ts';
import { UnreadableFile } from '../../received/returned/unreadable.ts';
import type { Renderer } from '../../render/renderer.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import { resolveCustom } from '../../templating/templates/custom.ts';
import { resolveTemplate } from '../../templating/templates/resolve.ts';
import { OutOfMemoryError, WorkerLostError, WorkTimeoutError } from '../../workers/pool/errors.ts';
import type { Caller } from '../../workers/pool/job.ts';
import { dataAsMade, printedConditions, readAnew } from './as-made.ts';
import { explained, generationFailure, outage } from './failure.ts';
import type { GeneratedDocument } from './generate.ts';
import type { Identities } from './identities.ts';
import { judgeReading } from './judge-reading.ts';
import { type KnownValues, knownValues } from './known-values.ts';
import { Laps } from './laps.ts';
import { utc } from './options.ts';
import { printedFile } from './printed-file.ts';
import { makeReport, type ReportMakers } from './report.ts';
import { callerOf, type Requester } from './trail.ts';
import type { ValidationDependencies } from './validate.ts';
import type { ValueDigester } from './value-digests.ts';

interface FilesMade {
  /** Those with this id, written to the database before; the oldest first. */
  filesOf(companyId: string, documentId: string): Promise<readonly FileMade[]>;
}

export interface ReadDependencies extends ValidationDependencies, Omit<ReportMakers, 'renderer'> {
  readonly identities: Identities;
  readonly digester: ValueDigester;
  readonly filesMade: FilesMade;
}

/** The text of a file, as far as somebody says it. */
interface NamedText {
  readonly templateId?: string | undefined;
  readonly version?: string | undefined;
  readonly source?: string | undefined;
}

/** A file that came back. */
export interface ReturnedFile {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** What the caller says the file is made of, for what the file does not say. */
  readonly named: NamedText;
  /** The Word file that was sent last, for the changes since then. */
  readonly against?: Uint8Array | undefined;
  /** The document that the caller has sent, whatever the file says. */
  readonly documentId?: string | undefined;
  /** The data of the request for it. */
  readonly sent?: Data | undefined;
  /** The format of the report that is wanted in the place of the answer. */
  readonly report?: DocumentFormat | undefined;
  /** Fields of the request that are not known. */
  readonly unknownFields?: readonly Warning[];
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What a file says, with what is known of it. */
interface ReadFile {
  readonly template: Template;
  readonly reading: Reading;
  readonly answer: ReadingAnswer;
  /** The document that it was made as. */
  readonly made: Parameters<Renderer['redlineFile']>[2];
}

/**
 * Reads a file that came back: its data, and what is different from the text that it was made of. Nothing of it is kept.
 * @throws ServiceError unreadable_document, service_unavailable or generation_failed; or the signal's reason
 */
export async function readReturned(
  dependencies: ReadDependencies,
  requester: Requester,
  file: ReturnedFile,
  signal: AbortSignal,
): Promise<ReadingAnswer> {
  const { answer } = await explained({ signal, failureOf }, () =>
    readFile(dependencies, callerOf(requester, signal), file),
  );
  return answer;
}

/** A file that tells of one that came back: with tracked changes, or a report. */
export interface FileOfReading extends Pick<GeneratedDocument, 'bytes' | 'warnings' | 'blanks' | 'timings'> {
  readonly identity: Omit<Identity, 'documentId'> & { readonly documentId: string | null };
}

/**
 * The document as it was made, with all that was changed in a Word file as tracked changes. It is no document of its own:
 * it names the one that came back, and the trail has no entry of it.
 * @throws ServiceError as `readReturned` does
 */
export function redlineReturned(
  dependencies: ReadDependencies,
  requester: Requester,
  file: ReturnedFile,
  signal: AbortSignal,
): Promise<FileOfReading> {
  const caller = callerOf(requester, signal);
  return fileOfReading(dependencies, caller, file, async ({ template, reading, answer, made }) => {
    const { documentId, format: _, ...text } = answer.document;
    const identity = documentId !== null &&
      answer.verdict !== 'unknown' && { identity: { ...text, documentId } };
    const exact = { ...made, ...identity };
    const bytes = await dependencies.renderer.redlineFile(file.bytes, template, exact, caller);
    return { bytes, blanks: fieldsAmong(template.schema, reading.blanks) };
  });
}

/**
 * What a file says that came back, as a document to keep beside it.
 * @throws ServiceError as `readReturned` does
 */
export function reportReturned(
  dependencies: ReadDependencies,
  requester: Requester,
  file: ReturnedFile,
  format: DocumentFormat,
  signal: AbortSignal,
): Promise<FileOfReading> {
  const caller = callerOf(requester, signal);
  return fileOfReading(dependencies, caller, file, async ({ template: { title, schema }, answer }) => {
    const subject = { title, schema, fields: fieldTableOf(schema) };
    return { bytes: await makeReport(dependencies, answer, subject, format, caller), blanks: [] };
  });
}

function fileOfReading(
  dependencies: ReadDependencies,
  caller: ReturnType<typeof callerOf>,
  file: ReturnedFile,
  make: (read: ReadFile) => Promise<Pick<FileOfReading, 'bytes' | 'blanks'>>,
): Promise<FileOfReading> {
  const laps = new Laps();
  return explained({ signal: caller.signal, failureOf }, async () => {
    const started = performance.now();
    const read = await readFile(dependencies, caller, file);
    const made = performance.now();
    const { bytes, blanks } = await make(read);
    laps.note({ template: made - started, convert: performance.now() - made });
    const { format: _, ...identity } = read.answer.document;
    const warnings = read.answer.warnings as readonly Warning[];
    return { bytes, identity, warnings, blanks, timings: laps.times };
  });
}

async function readFile(
  dependencies: ReadDependencies,
  caller: Caller & { company: string },
  file: ReturnedFile,
): Promise<ReadFile> {
  const { template, ...document } = await findDocument(dependencies, caller, file);
  const known = await knownValues(dependencies, caller.company, template, { ...document, sent: file.sent });
  const { schema, templateId, version, origin: source } = template;
  const printedBytes = file.format === 'pdf' ? printedFile(file.bytes, document.files)?.bytes : undefined;
  const { reading, before } = await readBeside(dependencies, caller, file, template, known, printedBytes);
  const made = {
    ...dataAsMade(before ?? reading, schema, known),
    // Nothing of a file that was sent is unknown.
    ...(before && { unknown: [], against: file.against }),
    fields: fieldTableOf(schema),
    letterhead: known.letterhead?.used,
    author: DEFAULT_AUTHOR,
    at: utc(new Date()),
  };
  const redline =
    file.format === 'docx'
      ? await dependencies.renderer.differencesOf(file.bytes, template, made, caller)
      : undefined;
  const judged = judgeReading(dependencies, template, reading, {
    ...file,
    ...known,
    ...{ before, printedBytes, redline },
  });
  const { documentId, templateSha256 } = document;
  const answer = boundedAnswer({
    document: { documentId, templateId, version, source, templateSha256, format: file.format },
    ...judged,
  });
  return { template, reading, made, answer };
}

/** Which document a file says it is, or the caller; what was made under its id; and its text. */
async function findDocument(
  dependencies: ReadDependencies,
  caller: Caller & { company: string },
  { format, bytes, named, documentId: asked }: ReturnedFile,
) {
  const claimed = await dependencies.renderer.identifyFile(format, bytes, caller);
  const id = asked ?? claimed.documentId;
  const documentId = id !== undefined && UUID.test(id) ? id : null;
  const files = documentId === null ? [] : await dependencies.filesMade.filesOf(caller.company, documentId);
  const made = asked === undefined ? undefined : files.at(-1);
  const template = await findText(dependencies, caller.company, {
    templateId: claimed.templateId ?? named.templateId ?? made?.templateId,
    version: claimed.version ?? named.version ?? made?.version,
    source: claimed.source ?? named.source ?? made?.source,
  });
  dependencies.refusedTexts.check(template);
  const templateSha256 = dependencies.identities.textDigest(template);
  if (claimed.templateSha256 !== undefined && claimed.templateSha256 !== templateSha256)
    throw refusal('the text that it was made of is not to be had any more');
  return { documentId, files, template, templateSha256 };
}

/**
 * Reads the file beside the text that it was made of, and so the one that was sent last.
 * @param printedBytes as in `JudgedFile`
 */
async function readBeside(
  { renderer }: ReadDependencies,
  caller: Caller,
  { format, bytes, against }: ReturnedFile,
  template: Template,
  known: KnownValues,
  printedBytes: number | undefined,
): Promise<{ readonly reading: Reading; readonly before: Reading | undefined }> {
  const { schema, sample } = template;
  const { digests, isPrinted, letterhead } = known;
  const text = {
    ...{ schema, sample, letterhead, printedBytes },
    fields: fieldTableOf(schema),
    printed: digests && Object.keys(digests),
    conditions: digests && printedConditions(schema, digests, isPrinted),
  };
  const first = await renderer.readFile(format, bytes, template, text, caller);
  const isPrintedAnew = format === 'pdf' && printedBytes === undefined && digests !== undefined;
  const reading = isPrintedAnew
    ? await readAnew(first, schema, known, (madeWith) =>
        renderer.readFile(format, bytes, template, { ...text, madeWith }, caller),
      )
    : first;
  const before =
    against &&
    (await renderer.readFile('docx', against, template, text, caller).catch((error) => {
      throw error instanceof UnreadableFile ? refusal(`against: ${error.message}`, error) : error;
    }));
  return { reading, before };
}

function failureOf(cause: unknown): ServiceError {
  const unavailable = outage(cause);
  if (unavailable !== undefined) return unavailable;
  if (cause instanceof UnreadableFile) return refusal(cause.message, cause);
  // What takes too much is the file, since the text has made documents before.
  const isOfFile = [WorkTimeoutError, OutOfMemoryError, WorkerLostError].some(
    (kind) => cause instanceof kind,
  );
  return isOfFile
    ? refusal('it takes more time or memory than a document may', cause)
    : generationFailure(cause);
}

function refusal(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('unreadable_document', `The file cannot be read: ${reason}`, { cause });
}

/** The text that a file was made of. @throws ServiceError unreadable_document when there is none */
async function findText(
  { catalogue, customTexts }: ReadDependencies,
  companyId: string,
  { templateId, version, source }: NamedText,
): Promise<Template> {
  if (templateId === undefined)
    throw new ServiceError(
      'template_not_named',
      'The file cannot be read: it does not name its template; name it in the query, as templateId and version',
    );
  const isCustom = source === 'custom';
  const wanted = { templateId, ...(version !== undefined && { version }) };
  try {
    if (isCustom) return await resolveCustom(catalogue, customTexts, companyId, wanted);
    return resolveTemplate(catalogue, wanted);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'template_not_found')
      throw refusal(
        isCustom ? 'your company has no such text of its own' : 'there is no such template or version',
        error,
      );
    throw error;
  }
}
