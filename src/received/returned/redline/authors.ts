import type { Revision } from '../../../formats/docx/model/revision.ts';
import type { Tracked } from '../file/word-model.ts';

/** Who is said to have made a change that nobody marked. */
export const NOT_MARKED: Revision = { author: 'Not marked' };

/** Whether somebody has tracked that words were deleted or inserted. */
export function isTracked({ by }: { readonly by?: Revision | undefined }): boolean {
  return by !== undefined && by !== NOT_MARKED;
}

/** The author and the moment that a file says of a tracked change. */
export function revisionOf({ author, at }: Tracked): Revision {
  return { author: author?.trim() || 'Unknown author', ...(at !== null && { at }) };
}
