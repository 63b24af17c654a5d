/** Identifies a version of a company's own template. */
export interface OverrideKey {
  readonly companyId: string;
  readonly templateId: string;
  readonly version: string;
}
