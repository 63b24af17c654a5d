/** Who waits for a job. */
export interface Caller {
  /** Fires when the caller no longer waits for the result. */
  readonly signal: AbortSignal;
  /** The company whose request it is; undefined for a job of the service's own, such as a check at the start. */
  readonly company?: string | undefined;
  /** The id of that request, for the log. */
  readonly requestId?: string | undefined;
}

/** Who waited for a job that failed, for the log. */
export type WaitingCaller = Omit<Caller, 'signal'>;

/** Whose text a job is for. All fields are undefined for a text of the catalogue. */
export interface OwnText {
  /** The company that published the text. */
  readonly owner?: string | undefined;
  /** Identifies the text. */
  readonly sha256?: string | undefined;
}

/** What decides whose turn it is. */
export type Claim = Pick<Caller, 'company'> & Pick<OwnText, 'owner'>;

export interface Job<Worker, Result = unknown> extends Caller, OwnText {
  readonly work: (worker: Worker) => Promise<Result>;
}
