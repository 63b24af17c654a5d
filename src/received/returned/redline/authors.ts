import type { Revision } from '../../../formats/docx/model/revision.ts';
import type { Tracked } from '../file/word-model.ts';

/** Who is said to have made a change that nobody marked. */
export const NOT_MARKED: Revision = { author: 'Not marked' };

/** The longest name of an author that the standard allows (ISO 29500-1, 17.13.5). */
const MAX_AUTHOR = 255;

/** The author and the moment that a file says of a tracked change. */
export function revisionOf({ author, at }: Tracked): Revision {
  const name = author?.trim().slice(0, MAX_AUTHOR);
  return { author: name || 'Unknown author', ...(at !== null && { at }) };
}
