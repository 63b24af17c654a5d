import type { Identity } from '../../../schemas/identity.ts';
import type { PdfDocument } from './document.ts';
import { PdfReference } from './values.ts';

/** As an element, which the service writes, or as an attribute, which other programs make of it. */
const PROPERTY = {
  templateId: /docgen:templateId(?:>|=["'])([a-z\d-]{1,128})[<"']/,
  version: /docgen:version(?:>|=["'])([\w.+-]{1,64})[<"']/,
  source: /docgen:source(?:>|=["'])(global|custom)[<"']/,
  templateSha256: /docgen:templateSha256(?:>|=["'])([\da-f]{64})[<"']/,
  documentId: /docgen:documentId(?:>|=["'])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[<"']/,
} satisfies Record<keyof Identity, RegExp>;

/** What a PDF says of itself in its metadata; undefined unless it says all of it. It may be forged. */
export function identityIn(document: PdfDocument): Identity | undefined {
  const reference = document.dict(document.root)?.get('Metadata');
  const object = reference instanceof PdfReference ? document.object(reference.id) : undefined;
  const xmp = object === undefined ? undefined : document.content(object)?.toString();
  if (xmp === undefined) return undefined;
  const named = Object.entries(PROPERTY).map(([name, pattern]) => [name, pattern.exec(xmp)?.[1]] as const);
  return named.every(([, value]) => value !== undefined)
    ? (Object.fromEntries(named) as unknown as Identity)
    : undefined;
}
