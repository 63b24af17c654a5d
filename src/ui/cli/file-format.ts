import { DOCUMENT_FORMATS, type DocumentFormat } from '../../../schemas/formats.ts';
import { CommandFailure } from './failure.ts';

/** The format that a file's name says; undefined for a name that says none, such as `-`. */
export function formatNamed(file: string | undefined): DocumentFormat | undefined {
  return DOCUMENT_FORMATS.find((format) => file?.toLowerCase().endsWith(`.${format}`));
}

/**
 * Checks a name before the file is made.
 * @throws CommandFailure for a name that says another format than the file has
 */
export function checkName(file: string | undefined, format: DocumentFormat): void {
  const named = formatNamed(file);
  if (named !== undefined && named !== format)
    throw new CommandFailure(
      'wrongUsage',
      `${file} would be a ${format} file: let its name end in .${format}`,
    );
}
