/** What a file says of itself, in its own properties. Nothing of the data can be computed from it. */
export interface Identity {
  readonly templateId: string;
  readonly version: string;
  readonly source: 'global' | 'custom';
  /** In hexadecimal: of a company's own text its source; of the catalogue's, its source and the shared parts it uses. */
  readonly templateSha256: string;
  /** A UUID of version 8. */
  readonly documentId: string;
}
