import { ServiceError } from '../../../errors.ts';

/** SQLSTATE disk_full. */
const DISK_FULL = '53100';

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

/** The database answers and cannot write: its disk is full. */
export class DatabaseFullError extends DatabaseUnavailableError {
  constructor(cause: unknown) {
    super(cause, 'has no space left on its disk');
  }
}

/** The database answers and takes no writes, so it may be a server that another has replaced. */
export class DatabaseReadOnlyError extends DatabaseUnavailableError {
  constructor(cause: unknown) {
    super(cause, 'takes no writes now');
  }
}

/** @returns the error of a server that cannot serve now, by its SQLSTATE */
export function unavailable(error: unknown): DatabaseUnavailableError {
  const { code } = error as { readonly code?: string };
  return code === DISK_FULL ? new DatabaseFullError(error) : new DatabaseUnavailableError(error);
}
