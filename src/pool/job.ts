/** Whose text a job is for. Both are undefined for a text of the catalogue. */
export interface OwnText {
  /** The company that wrote the text. */
  readonly owner?: string | undefined;
  /** Identifies the text. */
  readonly sha256?: string | undefined;
}

export interface Job<Worker, Result = unknown> extends OwnText {
  /** Fires when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  readonly work: (worker: Worker) => Promise<Result>;
}
