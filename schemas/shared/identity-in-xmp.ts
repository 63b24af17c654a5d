import type { Identity } from '../identity.ts';

/** As an element, which the service writes, or as an attribute, which other programs make of it. */
const PROPERTIES = {
  templateId: /docgen:templateId(?:>|=["'])([a-z\d-]{1,128})[<"']/,
  version: /docgen:version(?:>|=["'])([\w.+-]{1,64})[<"']/,
  source: /docgen:source(?:>|=["'])(global|custom)[<"']/,
  templateSha256: /docgen:templateSha256(?:>|=["'])([\da-f]{64})[<"']/,
  documentId: /docgen:documentId(?:>|=["'])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[<"']/,
} satisfies Record<keyof Identity, RegExp>;

/** What the metadata of a PDF say of it, as far as they do. It may be forged. @param xmp as text */
export function identityInXmp(xmp: string): Partial<Identity> {
  return Object.fromEntries(
    Object.entries(PROPERTIES).flatMap(([name, pattern]) => {
      const value = pattern.exec(xmp)?.[1];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
