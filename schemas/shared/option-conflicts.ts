import type { DocumentFormat } from '../formats.ts';
import type { DocumentOptions } from '../options.ts';

/** What a request has that an option contradicts: a format, or a value of another option. */
type Other =
  | { readonly format: DocumentFormat }
  | { readonly option: keyof DocumentOptions; readonly value: unknown };

export interface OptionConflict {
  readonly option: keyof DocumentOptions;
  /** The values that contradict; the others, and none, do not. */
  readonly values: readonly unknown[];
  readonly other: Other;
  readonly message: string;
}

/**
 * Options that contradict the format or each other. The checks of requests, the rules of the interface's description, and
 * the studio are made of this table. Apart from the schema of the options, so that the studio need not load TypeBox.
 */
export const OPTION_CONFLICTS: readonly OptionConflict[] = [
  {
    option: 'fillable',
    values: ['blanks', 'all'],
    other: { option: 'archive', value: true },
    message: 'must be none, or left out, with archive: an archival file is for reading only',
  },
  {
    option: 'wordMode',
    values: ['tracked', 'forms'],
    other: { format: 'pdf' },
    message: 'must be plain, or left out, for pdf; ask for format docx',
  },
  {
    option: 'wordMode',
    values: ['forms'],
    other: { option: 'fillable', value: 'none' },
    message: 'must not be forms with fillable none: the file would have nothing to edit',
  },
  {
    option: 'archive',
    values: [true],
    other: { format: 'docx' },
    message: 'must be false for docx; ask for format pdf to archive it',
  },
  {
    option: 'signatures',
    values: ['fields'],
    other: { format: 'docx' },
    message: 'must not be fields for docx, which has no signature fields; use lines, or format pdf',
  },
];
