import { type Document, type Element, isTag } from 'domhandler';
import { prepend } from 'domutils';
import { oneLine } from '../../lib/words-of.ts';
import { parseHtml } from '../../templating/html/parse.ts';
import { addToHead, bodyOf, textOf } from '../../templating/html/tree.ts';
import { escapeXml } from '../../templating/html/xml-text.ts';
import { PAGE_NUMBER } from './model.ts';
import type { NumberedItem } from './numbered-items.ts';

export const CONTENTS_TITLE = 'Contents';

const STYLE = `
ul.contents { margin: 0 0 7mm; padding: 0; list-style: none }
ul.contents li { display: flex; margin: 0 0 0.8mm; break-inside: avoid }
ul.contents li.second { padding-left: 5mm }
ul.contents a { color: inherit; text-decoration: none; max-width: 90% }
ul.contents .dots { flex: 1; margin: 0 1mm 1mm; border-bottom: 0.75pt dotted #000 }
`;

/**
 * Adds a table of contents before the first heading, for printing: parts and schedules, and below them the clauses. In a
 * Word file it is a field (docx/ooxml/contents.ts).
 * @param items the numbered items, with their labels as text
 * @returns the ids of the headings, in order
 */
export function addContents(document: Document, items: ReadonlyMap<Element, NumberedItem>): string[] {
  const body = bodyOf(document);
  const headings = body === undefined ? [] : headingsIn(body, items);
  const [first] = headings;
  if (first === undefined) return [];
  const entries = headings.map(({ heading, level }, index) => {
    heading.attribs.id ??= `contents-${index + 1}`;
    const words = escapeXml(oneLine(textOf(heading)));
    return (
      `<li${level === 2 ? ' class="second"' : ''}><a href="#${escapeXml(heading.attribs.id)}">${words}</a>` +
      `<span class="dots"></span><span>${PAGE_NUMBER}</span></li>`
    );
  });
  const title = `<h2 class="part">${CONTENTS_TITLE}</h2>`;
  const contents = bodyOf(parseHtml(`<body>${title}<ul class="contents">${entries.join('')}</ul></body>`));
  // Not in the list that the first heading is in.
  let place = first.heading;
  while (place.parent !== null && isTag(place.parent) && place.parent !== body) place = place.parent;
  for (const child of [...(contents?.children ?? [])]) prepend(place, child);
  addToHead(document, 'style', STYLE);
  return headings.map(({ heading }) => heading.attribs.id ?? '');
}

interface Listed {
  readonly heading: Element;
  readonly level: 1 | 2;
}

function headingsIn(parent: Element, items: ReadonlyMap<Element, NumberedItem>, isInItem = false): Listed[] {
  return parent.children.filter(isTag).flatMap((child): Listed[] => {
    if (!/^h[2-6]$/.test(child.name)) return headingsIn(child, items, isInItem || items.has(child));
    const item = items.get(parent);
    const level = item === undefined ? (isInItem ? 0 : Number(child.name[1]) - 1) : levelOfItem(item);
    return level === 1 || level === 2 ? [{ heading: child, level }] : [];
  });
}

/** Clauses are below the heading of their part; a schedule is a part. */
function levelOfItem({ scheme, counts }: NumberedItem): number {
  return counts.length + (scheme === 'schedules' ? 0 : 1);
}
