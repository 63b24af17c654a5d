import { ServiceError } from '../../errors.ts';

/** The database does not answer: a temporary fault; the caller can only try again. */
export class DatabaseUnavailableError extends ServiceError {
  constructor(cause: unknown) {
    super('service_unavailable', 'The database cannot be reached; try again in a moment', {
      cause,
      retryAfterSeconds: 1,
    });
    this.name = 'DatabaseUnavailableError';
  }
}
