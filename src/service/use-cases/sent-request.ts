import type { GenerationRequest } from '../../../schemas/generation-request.ts';
import type { Warning } from '../../../schemas/warning.ts';

/** A body that is valid by its schema (check 5 of the contract). */
export interface SentRequest<Request = GenerationRequest> {
  readonly request: Request;
  /** Fields beside `data` that are not known. */
  readonly unknownFields: readonly Warning[];
}
