/** Whose text a job is for. Both fields are undefined for a text of the catalogue. */
export interface OwnText {
  /** The company that published the text. */
  readonly owner?: string | undefined;
  /** Identifies the text. */
  readonly sha256?: string | undefined;
}

export interface Job<Worker, Result = unknown> extends OwnText {
  /** Fires when the caller no longer waits for the result. */
  readonly signal: AbortSignal;
  readonly work: (worker: Worker) => Promise<Result>;
}
