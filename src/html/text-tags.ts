/** Services that find the places for signatures by texts in the document. */
export type SignatureProvider = 'docusign' | 'documenso' | 'docuseal' | 'adobe';

/** A line that a provider makes a field of. */
export interface SignatureLine {
  readonly kind: 'signature' | 'date';
  /** Number of who signs, from 1, in the order of the document. */
  readonly signer: number;
  /** "Employer". */
  readonly role: string;
}

/** DocuSeal makes the field as wide as its tag: a longer role would reach over the next line of the strip. */
const LONGEST_ROLE = 24;

/**
 * The text that a provider looks for. Each as its documentation writes it:
 * DocuSign, "Auto-Place (Anchor Tagging) Tabs" (developers.docusign.com), whose anchors are the sender's to choose; the
 * signature's is that of its examples. Documenso, "PDF Placeholders" (docs.documenso.com). DocuSeal, "Use embedded text field
 * tags" (docuseal.com/guides). Adobe, "Acrobat Sign Text Tag Guide" (helpx.adobe.com/sign/using/text-tag.html).
 */
export function textTag(provider: SignatureProvider, { kind, signer, role }: SignatureLine): string {
  switch (provider) {
    case 'docusign':
      return kind === 'signature' ? `/sn${signer}/` : `/ds${signer}/`;
    case 'documenso':
      return `{{${kind}, r${signer}}}`;
    case 'docuseal':
      return `{{${kind === 'signature' ? 'Signature' : 'Date'};role=${plainRole(role, signer)};type=${kind}}}`;
    case 'adobe':
      // A name stands for one field: each signer has names of their own.
      return kind === 'signature'
        ? `{{Sig${signer}_es_:signer${signer}:signature}}`
        : `{{Dte${signer}_es_:signer${signer}:date}}`;
  }
}

/** A role without the characters that end a value. */
function plainRole(role: string, signer: number): string {
  const plain = role
    .replace(/[{};=]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(plain).slice(0, LONGEST_ROLE).join('').trim() || `Signer ${signer}`;
}
