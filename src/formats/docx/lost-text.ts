import { type ChildNode, isTag, isText } from 'domhandler';
import { inPrintedOrder } from '../../templating/html/tree.ts';
import { labelOf } from '../document/labels.ts';
import type { DocumentModel } from '../document/model.ts';
import { convertToParts } from './convert.ts';

/** White space, which each format writes in its own way, and invisible characters. */
const UNSEEN = /[\s\p{C}]+/gu;
const NO_TEXT = new Set(['style', 'title']);

/**
 * Converts a document and looks for each of its texts in the body of the Word file, in the same order. The file may
 * have more text between them: what a style sheet generates.
 * @returns the first text that is missing or out of order; undefined when there is none
 */
export function findLostText(document: DocumentModel): string | undefined {
  const texts = textsOf(document);
  const found = wordText(convertToParts(document).get('word/document.xml')).replace(UNSEEN, '');
  let at = 0;
  const lost = texts.find((text) => {
    const seen = text.replace(UNSEEN, '');
    const start = found.indexOf(seen, at);
    at = start + seen.length;
    return start < 0;
  });
  return lost?.trim();
}

/** The texts of a document, without the numbers of its items, which Word generates. */
function textsOf({ tree, items }: DocumentModel): string[] {
  const labels = new Set([...items.keys()].map(labelOf));
  const texts: string[] = [];
  const visit = (node: ChildNode): void => {
    if (isText(node)) texts.push(node.data);
    if (isTag(node) && !NO_TEXT.has(node.name) && !labels.has(node)) inPrintedOrder(node).forEach(visit);
  };
  tree.children.forEach(visit);
  return texts;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

function wordText(body: string | Uint8Array = ''): string {
  const pieces = String(body).matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g);
  const text = Array.from(pieces, ([, piece = '']) => piece).join('');
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES.get(entity) ?? entity);
}
