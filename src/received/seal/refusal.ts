/**
 * Why a file is not sealed, in words for the caller. It crosses from the render process to the main process as it is.
 * - `unreadable`: the file. - `signature`: the signature. - `certificates`: what was sent as certificates[index].
 * - `certify`: the file cannot be certified.
 */
export interface SealRefusal {
  readonly fault: 'unreadable' | 'signature' | 'certificates' | 'certify';
  readonly message: string;
  /** For `certificates`: which of them. */
  readonly index?: number | undefined;
}

export class SealError extends Error {
  override readonly name = 'SealError';
  readonly refusal: SealRefusal;

  constructor(refusal: SealRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** @param reason completes "The PDF cannot be read: …" */
export function unreadable(reason: string): SealError {
  return new SealError({ fault: 'unreadable', message: `The PDF cannot be read: ${reason}` });
}
