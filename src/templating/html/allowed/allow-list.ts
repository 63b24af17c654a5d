/**
 * Door of the allow-list: what the markup of a company's own text may contain, for a finished document and for the tags
 * of a template. Takes tags and style sheets; gives the reason and the cure, which quote names and never values. Knows
 * neither the language of templates nor what a document means.
 */

import { type Document, Element, isComment } from 'domhandler';
import { textContent } from 'domutils';
import { DocumentFault } from '../document-fault.ts';
import { pictureSize } from '../picture-size.ts';
import { nodesIn } from '../tree.ts';
import { inspectCss } from './css.ts';
import { refuseTag, type TagRefusal } from './elements.ts';

export { refuseLongWords } from './long-words.ts';

/**
 * Maximum number of pixels in the pictures of one document. A decoded pixel takes 4 to 10 bytes: a file of 0.4 MB can
 * have 400 million pixels, for which Chromium takes 3.7 GB.
 */
const MAX_PIXELS = 40_000_000;

/** Adds up the pixels of the pictures of one document. */
export class AllowList {
  #pixels = 0;

  /**
   * Why a tag is not allowed; undefined when it is.
   * @param name in lower case, as parsers give it
   */
  refuseTag(name: string, attributes: Readonly<Record<string, string>>): TagRefusal | undefined {
    const refusal = refuseTag(name, attributes);
    if (refusal !== undefined) return refusal;
    for (const attribute of ['style', 'media', 'src'] as const) {
      const { [attribute]: value } = attributes;
      if (value === undefined) continue;
      const reason = attribute === 'src' ? this.#refusePicture(value) : this.refuseCss(value)?.reason;
      if (reason !== undefined) return { reason, attribute };
    }
    return undefined;
  }

  /** Why a style sheet, the declarations of a `style` attribute or the queries of a `media` attribute are not allowed. */
  refuseCss(css: string): { readonly index: number; readonly reason: string } | undefined {
    const { refusal, pictures } = inspectCss(css);
    if (refusal !== undefined) return refusal;
    const reason = pictures.map((picture) => this.#refusePicture(picture)).find(Boolean);
    return reason === undefined ? undefined : { index: 0, reason };
  }

  /** @param picture a `data:` address */
  #refusePicture(picture: string): string | undefined {
    const size = pictureSize(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
    if (size === undefined) return 'a picture is neither PNG nor JPEG; save it as one of them';
    this.#pixels += size.width * size.height;
    if (this.#pixels <= MAX_PIXELS) return undefined;
    return `the pictures have more than ${MAX_PIXELS / 1e6} million pixels together; make them smaller`;
  }
}

/**
 * Checks the document of a company's own text, and empties comments.
 * @throws DocumentFault
 */
export function refuseUnlisted(document: Document): void {
  const allowed = new AllowList();
  for (const node of nodesIn(document)) {
    if (isComment(node)) node.data = '';
    if (node instanceof Element) {
      const refusal =
        allowed.refuseTag(node.name, node.attribs) ??
        (node.name === 'style' ? allowed.refuseCss(textContent(node)) : undefined);
      if (refusal !== undefined) throw new DocumentFault(refusal.reason);
    }
  }
}
