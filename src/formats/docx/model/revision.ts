/** Who made a change, and when: "2026-11-22T18:00:00Z". */
export interface Revision {
  readonly author: string;
  readonly at?: string | undefined;
}
