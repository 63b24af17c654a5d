import type { DocumentFormat } from '../../schemas/formats.ts';
import type { DocumentOptions } from '../../schemas/options.ts';
import type { InvalidField } from '../errors.ts';
import { validationError } from '../validation/accept.ts';

/** The options with their defaults filled in. `paper` stays undefined, which means the paper of the text. */
export type CompleteOptions = Required<Omit<DocumentOptions, 'paper'>> & {
  readonly paper?: DocumentOptions['paper'] | undefined;
};

const DEFAULTS: CompleteOptions = {
  letterhead: true,
  employer: 'profile',
  fillable: 'blanks',
  signatures: 'lines',
  draft: false,
  archive: false,
  embedData: false,
};

/**
 * Fills in the defaults.
 * @throws ServiceError validation_error for options that contradict the format or each other
 */
export function completeOptions(options: DocumentOptions = {}, format: DocumentFormat): CompleteOptions {
  const invalid = [...findConflicts(options, format)];
  if (invalid.length > 0) throw validationError({ missing: [], invalid });
  return { ...DEFAULTS, ...(options.archive && { fillable: 'none' }), ...options };
}

function* findConflicts(options: DocumentOptions, format: DocumentFormat): Generator<InvalidField> {
  const { archive = false, fillable = 'none', signatures } = options;
  if (archive && fillable !== 'none')
    yield {
      field: 'options.fillable',
      message: 'must be none, or left out, with archive: an archival file is for reading only',
    };
  if (format !== 'docx') return;
  if (archive)
    yield { field: 'options.archive', message: 'must be false for docx; ask for format pdf to archive it' };
  if (signatures === 'fields')
    yield {
      field: 'options.signatures',
      message: 'must not be fields for docx, which has no signature fields; use lines, or format pdf',
    };
}
