import type { SealCompletion, SealPreparation } from '../../../schemas/seal.ts';
import type { TrailRecord } from '../../../schemas/trail.ts';
import { ServiceError, tooLarge } from '../../errors.ts';
import type { SealedFile } from '../../received/seal/complete.ts';
import type { PreparedSeal } from '../../received/seal/prepare.ts';
import type { SealRefusal } from '../../received/seal/refusal.ts';
import type { Renderer } from '../../render/renderer.ts';
import { validationError } from '../../templating/validation/accept.ts';
import { OutOfMemoryError, WorkTimeoutError } from '../../workers/pool/errors.ts';
import { type DecodedBody, decoded } from './decoded-body.ts';
import { explained, generationFailure } from './failure.ts';
import { callerOf, type Requester } from './trail.ts';

export interface SealDependencies {
  readonly renderer: Pick<Renderer, 'prepareSeal' | 'completeSeal'>;
  readonly trail: {
    /** Resolves when the entry is stored, or cannot be; never rejects. */
    record(entry: TrailRecord): Promise<void>;
  };
  /** Of the file that is sealed, in bytes. */
  readonly fileLimit: number;
}

/**
 * Appends a seal without a signature to a PDF. Nothing is kept.
 * @param signal fires when the caller no longer waits
 * @throws ServiceError, or the signal's reason
 */
export async function prepareSeal(
  { renderer, fileLimit }: SealDependencies,
  requester: Requester,
  { body, files }: DecodedBody<SealPreparation>,
  signal: AbortSignal,
): Promise<PreparedSeal> {
  const { certificates, reason, certify = true } = body;
  const { file } = decoded(files, ['file']);
  if (file.length > fileLimit) throw tooLarge('file', fileLimit);
  const request = { file, certificates, reason, certify, now: Date.now() };
  return await sealed(() => renderer.prepareSeal(request, callerOf(requester, signal)), signal);
}

/**
 * Puts the signature into a prepared file, once it has been verified, and records the file in the trail.
 * @param signal fires when the caller no longer waits
 * @throws ServiceError, or the signal's reason
 */
export async function completeSeal(
  { renderer, trail }: SealDependencies,
  requester: Requester,
  { files }: DecodedBody<SealCompletion>,
  signal: AbortSignal,
): Promise<SealedFile> {
  const started = performance.now();
  const { prepared, signature } = decoded(files, ['prepared', 'signature']);
  const now = Date.now();
  const file = await sealed(
    () => renderer.completeSeal({ prepared, signature, now }, callerOf(requester, signal)),
    signal,
  );
  await trail.record({
    action: 'seal',
    ...requester,
    requestedAt: new Date(now),
    ...(file.identity ?? OF_ANOTHER_PROGRAM),
    format: 'pdf',
    outcome: 'ok',
    sha256: file.sha256,
    bytes: file.pdf.length,
    milliseconds: { total: Math.round(performance.now() - started) },
  });
  return file;
}

const OF_ANOTHER_PROGRAM = {
  templateId: null,
  version: null,
  source: null,
  templateSha256: null,
  documentId: null,
};

async function sealed<Result extends object>(
  work: () => Promise<Result | { readonly refusal: SealRefusal }>,
  signal: AbortSignal,
): Promise<Result> {
  const answer = await explained({ signal, failureOf }, work);
  if ('refusal' in answer) throw refusalOf(answer.refusal);
  return answer;
}

/** What takes the time or memory of a render process is in the file. */
function failureOf(cause: unknown): ServiceError {
  const lacks =
    cause instanceof WorkTimeoutError ? 'time' : cause instanceof OutOfMemoryError ? 'memory' : undefined;
  if (lacks === undefined) return generationFailure(cause);
  return new ServiceError(
    'unreadable_document',
    `The PDF cannot be read: it takes more ${lacks} than is allowed`,
    {
      cause,
    },
  );
}

function refusalOf({ fault, message, index }: SealRefusal): ServiceError {
  switch (fault) {
    case 'unreadable':
      return new ServiceError('unreadable_document', message);
    case 'signature':
      return new ServiceError('invalid_signature', message);
    case 'certify':
      return new ServiceError('unprocessable', message);
    case 'certificates':
      return validationError({ missing: [], invalid: [{ field: `certificates[${index}]`, message }] });
  }
}
