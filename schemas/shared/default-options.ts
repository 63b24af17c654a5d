import type { CompleteOptions } from '../options.ts';

/** Apart from the schema, so that a render process need not load TypeBox. */
export const DEFAULT_OPTIONS: CompleteOptions = {
  letterhead: true,
  employer: 'profile',
  fillable: 'blanks',
  signatures: 'lines',
  draft: false,
  toc: false,
  wordMode: 'plain',
  archive: false,
  embedData: false,
};
