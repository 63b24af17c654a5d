import type { CompanyProfile } from '../../../schemas/company-profile.ts';
import type { CompleteOptions, DocumentOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import type { InvalidField } from '../../errors.ts';
import type { Template } from '../../templating/templates/catalogue.ts';

/**
 * Fills in the defaults. A company's profile has a default of its own for the paper; without one, a company's own text
 * keeps its paper.
 */
export function completeOptions(
  { origin }: Template,
  options: DocumentOptions = {},
  profile: CompanyProfile = {},
): CompleteOptions {
  return {
    paper: profile.paper ?? (origin === 'global' ? 'A4' : undefined),
    ...DEFAULT_OPTIONS,
    ...(options.archive && { fillable: 'none' }),
    ...options,
    at: utc(options.at === undefined ? new Date() : new Date(options.at.toUpperCase())),
  };
}

/** `2026-11-22T18:00:00Z` */
function utc(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, '');
}

/**
 * Finds options that contradict the format or each other.
 * @param body parsed JSON; its other faults are for the schema to find
 */
export function* findConflicts(body: unknown): Generator<InvalidField> {
  const { format, options }: Record<string, unknown> = Object(body);
  const { archive, fillable, signatures, wordMode }: Record<string, unknown> = Object(options);
  if (archive === true && (fillable === 'blanks' || fillable === 'all'))
    yield {
      field: 'options.fillable',
      message: 'must be none, or left out, with archive: an archival file is for reading only',
    };
  if (format === 'pdf' && (wordMode === 'tracked' || wordMode === 'forms'))
    yield { field: 'options.wordMode', message: 'must be plain, or left out, for pdf; ask for format docx' };
  else if (wordMode === 'forms' && fillable === 'none')
    yield {
      field: 'options.wordMode',
      message: 'must not be forms with fillable none: the file would have nothing to edit',
    };
  if (format !== 'docx') return;
  if (archive === true)
    yield { field: 'options.archive', message: 'must be false for docx; ask for format pdf to archive it' };
  if (signatures === 'fields')
    yield {
      field: 'options.signatures',
      message: 'must not be fields for docx, which has no signature fields; use lines, or format pdf',
    };
}
