import type { Margins } from '../document/model.ts';
import type { MarginBoxes, PageSetup } from './css/page.ts';

/** Writes the texts of the margins into the boxes that the style sheet has for them. */
export function withMargins(page: PageSetup, margins: Margins): PageSetup {
  const fill = (boxes: MarginBoxes): MarginBoxes => {
    const filled = new Map(boxes);
    for (const [name, text] of margins) {
      const box = filled.get(name);
      if (box !== undefined) filled.set(name, { ...box, content: [{ kind: 'text', text }] });
    }
    return filled;
  };
  const { boxes, firstPageBoxes } = page;
  return { ...page, boxes: fill(boxes), firstPageBoxes: firstPageBoxes && fill(firstPageBoxes) };
}
