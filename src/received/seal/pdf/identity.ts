import type { Identity } from '../../../../schemas/identity.ts';
import { identityInXmp } from '../../../../schemas/shared/identity-in-xmp.ts';
import type { PdfDocument } from './document.ts';
import { PdfReference } from './values.ts';

/** What a PDF says of itself in its metadata; undefined unless it says all of it. It may be forged. */
export function identityIn(document: PdfDocument): Identity | undefined {
  const reference = document.dict(document.root)?.get('Metadata');
  const object = reference instanceof PdfReference ? document.object(reference.id) : undefined;
  const xmp = object === undefined ? undefined : document.content(object)?.toString();
  if (xmp === undefined) return undefined;
  const { templateId, version, source, templateSha256, documentId } = identityInXmp(xmp);
  if (!templateId || !version || !source || !templateSha256 || !documentId) return undefined;
  return { templateId, version, source, templateSha256, documentId };
}
