import { boundedAuthor } from '../bounds.ts';
import { momentOf } from './moment.ts';
import type { Tracked } from './word-model.ts';
import { childrenOf, type XmlElement } from './xml.ts';

/** Who inserted or deleted what has these properties. @param names of the elements that say it */
export function trackedBy(
  properties: XmlElement | undefined,
  ...names: readonly string[]
): { inserted?: Tracked; deleted?: Tracked } {
  const marks: { inserted?: Tracked; deleted?: Tracked } = {};
  for (const mark of childrenOf(properties)) {
    if (!names.includes(mark.name)) continue;
    if (/ins$|moveTo$|Ins$/.test(mark.name)) marks.inserted = trackedOf(mark);
    else marks.deleted = trackedOf(mark);
  }
  return marks;
}

/** Who made a tracked change. */
export function trackedOf({ attributes }: XmlElement): Tracked {
  const author = attributes['w:author'];
  return { author: author === undefined ? null : boundedAuthor(author), at: momentOf(attributes['w:date']) };
}
