import { type Document, Element, Text } from 'domhandler';

/** What is collected from a document before its layout. */
interface Survey {
  readonly html: Element | undefined;
  readonly body: Element | undefined;
  /** Texts of the `<style>` elements. */
  readonly styles: readonly string[];
  /** Ids that links inside the document point to. */
  readonly linkedIds: ReadonlySet<string>;
}

/** One pass over the tree. */
export function surveyDocument(document: Document): Survey {
  let html: Element | undefined;
  let body: Element | undefined;
  const styles: string[] = [];
  const linkedIds = new Set<string>();
  const visit = (parent: Document | Element): void => {
    for (const node of parent.children) {
      if (!(node instanceof Element)) continue;
      if (node.name === 'html') html ??= node;
      else if (node.name === 'body') body ??= node;
      else if (node.name === 'style' && appliesToPrint(node)) styles.push(ownTextOf(node));
      else if (node.name === 'a' && node.attribs.href?.startsWith('#'))
        linkedIds.add(node.attribs.href.slice(1));
      visit(node);
    }
  };
  visit(document);
  return { html, body, styles, linkedIds };
}

function ownTextOf(element: Element): string {
  return element.children.map((child) => (child instanceof Text ? child.data : '')).join('');
}

function appliesToPrint(style: Element): boolean {
  const media = style.attribs.media?.trim() ?? '';
  return media === '' || /\b(all|print)\b/i.test(media);
}
