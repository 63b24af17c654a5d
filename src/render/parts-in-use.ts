import type { RenderJob } from './job.ts';
import { SharedParts } from './parts.ts';
import type { PartsInUse } from './template-cache.ts';

/** The process needs the sources of the parts, because it has not compiled the text yet, or not any more. */
export class PartsNeeded extends Error {
  override readonly name = 'PartsNeeded';
}

/**
 * A text of the catalogue uses the shared parts of this release; a company's own text uses those stored with it.
 * @returns parts whose `find` throws PartsNeeded when the job lacks their texts
 */
export function partsInUse({ parts: stored }: RenderJob['template'], release: SharedParts): PartsInUse {
  if (stored === undefined) return { key: '', characters: 0, find: () => release };
  const { sha256, sources } = stored;
  if (sources === undefined)
    return {
      key: sha256,
      characters: 0,
      find: () => {
        throw new PartsNeeded();
      },
    };
  // Those of this release are compiled already, once for all texts.
  const known = release.select(sources);
  if (known !== undefined) return { key: sha256, characters: 0, find: () => known };
  const parts = new SharedParts(sources);
  const characters = sources.values().reduce((sum, { length }) => sum + length, 0);
  return { key: sha256, characters, find: () => parts };
}
