import type { CompleteOptions } from '../../../schemas/options.ts';

/** Signature services that find signature positions by text tags in the document. */
export type SignatureProvider = Exclude<CompleteOptions['signatures'], 'lines' | 'fields'>;

/** The kinds of line for which a provider places a field. */
type TaggedLine = 'signature' | 'date';

/**
 * The height in pixels that a tag of DocuSeal asks for where its letters are lower than a date should be. The guide does not say
 * how large a pixel is: as points, or as 96ths of an inch, it is enough for a date.
 */
export const DATE_HEIGHT = 10;

/**
 * The text that a provider looks for, according to its documentation: DocuSign, "Auto-Place (Anchor Tagging) Tabs"
 * (developers.docusign.com): the sender chooses the anchors; that of the signature is from its examples. Documenso,
 * "PDF Placeholders" (docs.documenso.com). DocuSeal, "Use embedded text field tags" (docuseal.com/guides). Adobe,
 * "Acrobat Sign Text Tag Guide" (helpx.adobe.com/sign/using/text-tag.html).
 * @param signer number of the signer, from 1, in document order
 */
export function textTag(provider: SignatureProvider, line: TaggedLine, signer: number): string {
  switch (provider) {
    case 'docusign':
      return line === 'signature' ? `/sn${signer}/` : `/ds${signer}/`;
    case 'documenso':
      return `{{${line}, r${signer}}}`;
    case 'docuseal':
      return line === 'signature'
        ? `{{type=signature;role=Signer ${signer}}}`
        : `{{type=date;role=Signer ${signer};height=${DATE_HEIGHT}}}`;
    case 'adobe':
      // A tag's name identifies one field, so each signer has names of its own.
      return line === 'signature'
        ? `{{Sig${signer}_es_:signer${signer}:signature}}`
        : `{{Dte${signer}_es_:signer${signer}:date}}`;
  }
}

/** What `textTag` returns, as programs read it from the pages. */
export const TEXT_TAG =
  /^(?:\/(?:sn|ds)\d+\/|\{ ?\{(?:(?:signature|date), r\d+|type=(?:signature|date);[^{}]*|(?:Sig|Dte)\d+_es_:[^{}]*)\}\})$/;
