export interface Payload {
  readonly name: string;
  readonly template: string;
  /** Texts that must not be printed, and outcomes that must not happen: "@slow", "@global" and so on. */
  readonly mustNot: readonly string[];
}
