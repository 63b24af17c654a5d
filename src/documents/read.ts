import { DEFAULT_AUTHOR } from '../../schemas/comparison-request.ts';
import type { DocumentFormat } from '../../schemas/formats.ts';
import type { Identity } from '../../schemas/identity.ts';
import type { Reading as ReadingAnswer } from '../../schemas/reading.ts';
import type { Warning } from '../../schemas/warning.ts';
import { fieldsAmong, fieldTableOf } from '../document/field-table.ts';
import type { Letterhead } from '../document/model.ts';
import { ServiceError } from '../errors.ts';
import { OutOfMemoryError, WorkerLostError, WorkTimeoutError } from '../pool/errors.ts';
import type { Caller } from '../pool/job.ts';
import type { Change, ClaimedIdentity, Reading, ReadValue } from '../returned/read.ts';
import { UnreadableFile } from '../returned/unreadable.ts';
import type { Template } from '../templates/catalogue.ts';
import { resolveCustom } from '../templates/custom.ts';
import { resolveTemplate } from '../templates/resolve.ts';
import { findValueWarnings } from '../warnings/value-warnings.ts';
import { dataAsMade, printedConditions } from './as-made.ts';
import { letterheadOf } from './company-side.ts';
import { generationFailure } from './failure.ts';
import type { GeneratedDocument } from './generate.ts';
import type { Identities } from './identities.ts';
import { Laps } from './laps.ts';
import { printedFile, type TrailedFile } from './printed-file.ts';
import type { Requester } from './trail.ts';
import type { ValidationDependencies } from './validate.ts';
import type { ValueDigester, ValueDigests } from './value-digests.ts';

/** The files that a company had made. */
export interface FilesMade {
  /** Those with this id, written to the database before; the oldest first. */
  filesOf(companyId: string, documentId: string): Promise<readonly TrailedFile[]>;
}

export interface ReadDependencies extends ValidationDependencies {
  readonly identities: Identities;
  readonly digester: ValueDigester;
  readonly filesMade: FilesMade;
}

/** A file that came back. */
export interface ReturnedFile {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** What the caller says the file is made of, for what the file does not say. */
  readonly named: { readonly templateId?: string; readonly version?: string; readonly custom?: boolean };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What a file says, with what is known of it. */
interface ReadFile {
  readonly template: Template;
  readonly reading: Reading;
  readonly answer: ReadingAnswer;
  /** Of the document, when the trail has it. */
  readonly digests: ValueDigests | undefined;
  /** That its document had, as far as it is known. */
  readonly letterhead: Letterhead | undefined;
}

/**
 * Reads a file that came back: its data, and what is different from the text that it was made of. Nothing of it is kept.
 * The request has its place (documents/capacity.ts) since before its body was read.
 * @throws ServiceError unreadable_document, service_unavailable or generation_failed; or the signal's reason
 */
export async function readReturned(
  dependencies: ReadDependencies,
  requester: Requester,
  file: ReturnedFile,
  signal: AbortSignal,
): Promise<ReadingAnswer> {
  const { answer } = await explained(signal, () => readFile(dependencies, callerOf(requester, signal), file));
  return answer;
}

/** A Word file with tracked changes, of a file that came back. */
export interface Redline extends Pick<GeneratedDocument, 'bytes' | 'warnings' | 'blanks' | 'timings'> {
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
): Promise<Redline> {
  const { renderer, digester } = dependencies;
  const laps = new Laps();
  const caller = callerOf(requester, signal);
  return explained(signal, async () => {
    const started = performance.now();
    const { template, reading, answer, digests, letterhead } = await readFile(dependencies, caller, file);
    const read = performance.now();
    const { documentId, format: _, ...text } = answer.document;
    const isPrinted = (path: string, value: unknown) =>
      digests?.[path] === digester.digest(documentId ?? '', path, value);
    const made = {
      ...dataAsMade(reading, template.schema, digests, isPrinted),
      fields: fieldTableOf(template.schema),
      letterhead,
      author: DEFAULT_AUTHOR,
      at: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      ...(documentId !== null && answer.verdict !== 'unknown' && { identity: { ...text, documentId } }),
    };
    const bytes = await renderer.redlineFile(file.bytes, template, made, caller);
    laps.note({ template: read - started, convert: performance.now() - read });
    const blanks = fieldsAmong(template.schema, reading.blanks);
    const warnings = answer.warnings as readonly Warning[];
    return { bytes, identity: { ...text, documentId }, warnings, blanks, timings: laps.times };
  });
}

function callerOf({ companyId, requestId }: Requester, signal: AbortSignal): Caller & { company: string } {
  return { signal, company: companyId, requestId };
}

async function readFile(
  dependencies: ReadDependencies,
  caller: Caller & { company: string },
  file: ReturnedFile,
): Promise<ReadFile> {
  const { renderer, identities } = dependencies;
  const companyId = caller.company;
  const claimed = await renderer.identifyFile(file.format, file.bytes, caller);
  const template = await textOf(dependencies, companyId, claimed, file);
  dependencies.refusedTexts.check(template);
  const templateSha256 = identities.textDigest(template);
  if (claimed.templateSha256 !== undefined && claimed.templateSha256 !== templateSha256)
    throw refusal('the text that it was made of is not to be had any more');
  const { schema, sample, templateId, version, origin: source } = template;
  const { documentId: id } = claimed;
  const documentId = id !== undefined && UUID.test(id) ? id : null;
  const files = documentId === null ? [] : await dependencies.filesMade.filesOf(companyId, documentId);
  const digests = files.findLast(({ valueDigests }) => valueDigests !== null)?.valueDigests ?? undefined;
  const profile = digests && (await dependencies.profiles.inUse(companyId));
  const letterhead = dependencies.digester.usedLetterhead(
    documentId ?? '',
    digests,
    profile && letterheadOf(profile),
  );
  const isPrinted = (path: string, value: unknown) =>
    digests?.[path] === dependencies.digester.digest(documentId ?? '', path, value);
  const printed = digests && Object.keys(digests);
  const conditions = digests && printedConditions(schema, digests, isPrinted);
  const text = { schema, sample, fields: fieldTableOf(schema), letterhead, printed, conditions };
  const reading = await renderer.readFile(file.format, file.bytes, template, text, caller);
  const document = { documentId, templateId, version, source, templateSha256, format: file.format };
  const judged = judge(dependencies, template, reading, {
    ...file,
    documentId: documentId ?? undefined,
    files,
    digests,
  });
  return { template, reading, digests, letterhead: letterhead?.used, answer: { document, ...judged } };
}

/** What `work` returns; what it throws, in the words of the interface. */
async function explained<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) throw error;
    if (error instanceof UnreadableFile) throw refusal(error.message, error);
    // What takes too much is the file, since the text has made documents before.
    if (
      error instanceof WorkTimeoutError ||
      error instanceof OutOfMemoryError ||
      error instanceof WorkerLostError
    )
      throw refusal('it takes more time or memory than a document may', error);
    throw generationFailure(error);
  }
}

function refusal(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('unreadable_document', `The file cannot be read: ${reason}`, { cause });
}

/** The text that a file was made of. @throws ServiceError unreadable_document when there is none */
async function textOf(
  { catalogue, customTexts }: ReadDependencies,
  companyId: string,
  claimed: ClaimedIdentity,
  { named }: ReturnedFile,
): Promise<Template> {
  const templateId = claimed.templateId ?? named.templateId;
  if (templateId === undefined)
    throw refusal('it does not name its template; name it in the query, as templateId and version');
  const version = claimed.version ?? named.version;
  const isCustom = claimed.source === undefined ? named.custom === true : claimed.source === 'custom';
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

interface Subject extends ReturnedFile {
  readonly documentId: string | undefined;
  readonly files: readonly TrailedFile[];
  readonly digests: ValueDigests | undefined;
}

/** What a reading says, beside what was printed. */
function judge(
  { digester, fonts }: ReadDependencies,
  { schema, validate }: Template,
  { values, blanks, lost, changes: ofText, surroundings, comments, signatures }: Reading,
  { format, bytes, documentId = '', files, digests }: Subject,
): Omit<ReadingAnswer, 'document'> {
  const isPrinted = (path: string, value: unknown) =>
    digests?.[path] === digester.digest(documentId, path, value);
  let data: Record<string, unknown> = {};
  const open = new Map<string, string>();
  const filledIn = new Set<string>();
  const changed = new Set<string>();
  for (const value of values) {
    const chosen = choose(
      value,
      (path, one) => (one === undefined ? digests?.[path] === undefined : isPrinted(path, one)),
      digests !== undefined,
    );
    if (chosen === undefined || value.contradiction !== undefined) {
      for (const path of value.paths) open.set(path, whyAmbiguous(value.contradiction));
      continue;
    }
    for (const [index, path] of value.paths.entries()) {
      const now = chosen[index];
      if (now === undefined) continue;
      data = withValue(data, path, now);
      const wasPrinted = digests === undefined ? !value.isFilledIn : Object.hasOwn(digests, path);
      if (!wasPrinted) filledIn.add(path);
      else if (digests !== undefined && !isPrinted(path, now)) changed.add(path);
    }
  }
  // A value that was printed, and is a blank now.
  for (const path of blanks) if (digests !== undefined && Object.hasOwn(digests, path)) changed.add(path);
  for (const path of lost) changed.add(path);
  // A value that nobody could read is not the one that was printed, or it would have been chosen.
  if (digests !== undefined)
    for (const path of open.keys()) if (Object.hasOwn(digests, path)) changed.add(path);
  // A header can still have the value that was printed.
  const isHeld = ({ clause }: Change) => changed.size > 0 && (clause === 'Header' || clause === 'Footer');
  const changes = [...ofText, ...surroundings.filter((change) => !isHeld(change))];
  const verdict = validate(structuredClone(data));
  const warnings = verdict.valid ? findValueWarnings(schema, verdict.value, fonts) : [];
  const changedValues = digests === undefined ? null : [...changed];
  return {
    data,
    filledIn: [...filledIn],
    faults: verdict.valid
      ? { missing_fields: [], invalid_fields: [] }
      : { missing_fields: [...verdict.missing], invalid_fields: [...verdict.invalid] },
    warnings: [...warnings, ...Array.from(open, ambiguous)],
    changes: [...changes],
    comments: [...comments],
    changedValues,
    signatures: [...signatures],
    verdict:
      format === 'pdf'
        ? verdictOfPdf(printedFile(bytes, files), filledIn.size > 0)
        : verdictOfWord(files.length > 0, changes.length > 0 || changed.size > 0, filledIn.size > 0),
  };
}

function verdictOfPdf(printed: TrailedFile | undefined, isFilledIn: boolean): ReadingAnswer['verdict'] {
  if (printed === undefined) return 'unknown';
  return isFilledIn ? 'filled in' : 'as made';
}

function verdictOfWord(isKnown: boolean, isChanged: boolean, isFilledIn: boolean): ReadingAnswer['verdict'] {
  if (!isKnown) return 'unknown';
  if (isChanged) return 'changed';
  return isFilledIn ? 'filled in' : 'as made';
}

function ambiguous([field, message]: readonly [string, string]) {
  return { code: 'ambiguous', field, message };
}

/** A message names no more. */
const MOST_PLACES = 8;

function whyAmbiguous(contradiction: ReadValue['contradiction']): string {
  if (contradiction === undefined)
    return 'the text joins it with another value, and does not tell where one ends; it is left out';
  const says = contradiction
    .slice(0, MOST_PLACES)
    .map(({ clause, text }) => `${text === '' ? 'nothing' : JSON.stringify(text.slice(0, 200))} (${clause})`);
  return `its places do not say the same: ${says.join(', ')}; it is left out`;
}

/**
 * The option of which most values are those that were printed.
 * @returns undefined when several values could be split in more than one way, and nothing tells which is meant
 */
function choose(
  { paths, options }: ReadValue,
  isPrinted: (path: string, value: unknown) => boolean,
  hasDigests: boolean,
): readonly unknown[] | undefined {
  const [first] = options;
  if (options.length <= 1 || first === undefined) return first;
  const counts = options.map(
    (option) => paths.filter((path, index) => isPrinted(path, option[index])).length,
  );
  const most = Math.max(...counts);
  const best = options.filter((_, index) => counts[index] === most);
  if (hasDigests && most > 0 && (best.length === 1 || most === paths.length)) return best[0];
  return paths.length === 1 ? first : undefined;
}

/** A copy with a value at a path. */
function withValue(data: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const steps = Array.from(
    path.matchAll(/([^.[\]]+)|\[(\d+)\]/g),
    ([, name, index]) => name ?? Number(index),
  );
  return place(data, steps, value) as Record<string, unknown>;
}

function place(owner: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(owner) ? [...owner] : [];
    while (list.length <= step && list.length < 2_000) list.push(typeof rest[0] === 'string' ? {} : '');
    if (step < list.length) list[step] = place(list[step], rest, value);
    return list;
  }
  return {
    ...(owner as object | undefined),
    [step]: place((owner as Record<string, unknown> | undefined)?.[step], rest, value),
  };
}
