import { MARGIN_BOXES } from '../document/margin-texts.ts';
import type { MarginBoxes, PageSetup } from './css/page.ts';

/** Adds the document's own header and footer to the page, if the style sheet has margin boxes for them. */
export function withMarginTexts(page: PageSetup, meta: ReadonlyMap<string, string>): PageSetup {
  const fill = (boxes: MarginBoxes): MarginBoxes => {
    const filled = new Map(boxes);
    for (const [name, place] of Object.entries(MARGIN_BOXES)) {
      const text = meta.get(name) ?? '';
      const box = filled.get(place);
      if (text !== '' && box !== undefined) filled.set(place, { ...box, content: [{ kind: 'text', text }] });
    }
    return filled;
  };
  const { boxes, firstPageBoxes } = page;
  return { ...page, boxes: fill(boxes), firstPageBoxes: firstPageBoxes && fill(firstPageBoxes) };
}
