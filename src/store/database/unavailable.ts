import { ServiceError } from '../../errors.ts';

/** The database does not answer: a fault that passes, and that no caller can do anything about but come again. */
export class DatabaseUnavailableError extends ServiceError {
  constructor(cause: unknown) {
    super('service_unavailable', 'The database cannot be reached; try again in a moment', {
      cause,
      retryAfterSeconds: 1,
    });
    this.name = 'DatabaseUnavailableError';
  }
}
