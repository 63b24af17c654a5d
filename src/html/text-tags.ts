/** Services that find the places for signatures by texts in the document. */
export type SignatureProvider = 'docusign' | 'documenso' | 'docuseal' | 'adobe';

/** What a provider makes of a line. */
export type TaggedLine = 'signature' | 'date';

/**
 * The text that a provider looks for. Each as its documentation writes it:
 * DocuSign, "Auto-Place (Anchor Tagging) Tabs" (developers.docusign.com), whose anchors are the sender's to choose; the
 * signature's is that of its examples. Documenso, "PDF Placeholders" (docs.documenso.com). DocuSeal, "Use embedded text field
 * tags" (docuseal.com/guides). Adobe, "Acrobat Sign Text Tag Guide" (helpx.adobe.com/sign/using/text-tag.html).
 * @param signer number of who signs, from 1, in the order of the document
 */
export function textTag(provider: SignatureProvider, line: TaggedLine, signer: number): string {
  switch (provider) {
    case 'docusign':
      return line === 'signature' ? `/sn${signer}/` : `/ds${signer}/`;
    case 'documenso':
      return `{{${line}, r${signer}}}`;
    case 'docuseal':
      return `{{type=${line};role=Signer ${signer}}}`;
    case 'adobe':
      // A name stands for one field: each signer has names of their own.
      return line === 'signature'
        ? `{{Sig${signer}_es_:signer${signer}:signature}}`
        : `{{Dte${signer}_es_:signer${signer}:date}}`;
  }
}
