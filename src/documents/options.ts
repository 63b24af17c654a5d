import type { DocumentOptions } from '../../schemas/options.ts';
import type { InvalidField } from '../errors.ts';

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

/** Fills in the defaults. */
export function completeOptions(options: DocumentOptions = {}): CompleteOptions {
  return { ...DEFAULTS, ...(options.archive && { fillable: 'none' }), ...options };
}

/**
 * Finds options that contradict the format or each other.
 * @param body parsed JSON; its other faults are for the schema to find
 */
export function* findConflicts(body: unknown): Generator<InvalidField> {
  const { format, options }: Record<string, unknown> = Object(body);
  const { archive, fillable, signatures }: Record<string, unknown> = Object(options);
  if (archive === true && (fillable === 'blanks' || fillable === 'all'))
    yield {
      field: 'options.fillable',
      message: 'must be none, or left out, with archive: an archival file is for reading only',
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
