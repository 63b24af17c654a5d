import { sign } from 'node:crypto';
import { completeSeal, type SealedFile } from '../../../src/received/seal/complete.ts';
import { prepareSeal, type SealRequest } from '../../../src/received/seal/prepare.ts';
import { SealError } from '../../../src/received/seal/refusal.ts';
import { certify, type Holder } from './certificates.ts';

/** A moment at which the certificates of the tests are valid. */
export const NOW = Date.parse('2026-11-23T10:00:00Z');

export const ACME = certify('Acme');

/** Both steps, with the signature in between. */
export function seal(file: Uint8Array, wishes: Partial<SealRequest> = {}, holder: Holder = ACME): SealedFile {
  const request = { file, certificates: [holder.pem], certify: true, now: NOW, ...wishes };
  const { prepared, toSign } = prepareSeal(request);
  return completeSeal({ prepared, signature: sign('sha256', toSign, holder.privateKey), now: NOW });
}

/** What a step is refused with; undefined if it is not. */
export function refusalOf(step: () => unknown) {
  try {
    step();
    return undefined;
  } catch (error) {
    if (error instanceof SealError) return error.refusal;
    throw error;
  }
}
