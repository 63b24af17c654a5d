import { ServiceError } from '../../../errors.ts';

/** The database does not answer: a temporary fault; the caller can only try again. */
export class DatabaseUnavailableError extends ServiceError {
  /** Completes "the database …". */
  readonly fault: string;

  constructor(cause: unknown, fault = 'cannot be reached') {
    super('service_unavailable', `The database ${fault}; try again in a moment`, { cause });
    this.name = new.target.name;
    this.fault = fault;
  }
}

/** The database answers and takes no writes, so it may be a server that another has replaced. */
export class DatabaseReadOnlyError extends DatabaseUnavailableError {
  constructor(cause: unknown) {
    super(cause, 'takes no writes now');
  }
}
