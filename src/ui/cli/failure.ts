/** Exit codes, by which a script can tell whose mistake it is. 0 is success. */
export const EXIT_CODES = { refused: 1, wrongUsage: 2, unreachable: 3 } as const;

interface FailureOptions extends ErrorOptions {
  /** The server's response, for scripts. */
  readonly answer?: object;
}

/** A command failed. The message says what happened and what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly reason: keyof typeof EXIT_CODES;
  readonly exitCode: number;
  readonly answer: object | undefined;

  constructor(reason: keyof typeof EXIT_CODES, message: string, options: FailureOptions = {}) {
    super(message, options);
    this.reason = reason;
    this.exitCode = EXIT_CODES[reason];
    this.answer = options.answer;
  }
}
