export interface Payload {
  readonly name: string;
  readonly template: string;
  /** Texts that must not be printed, and effects that must not occur: "@slow", "@global" and so on. */
  readonly mustNot: readonly string[];
}
