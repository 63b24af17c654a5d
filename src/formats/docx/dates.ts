/** The forms in which the filter `date` writes a day, each with Word's format string. */
const FORMATS = [
  { format: 'd MMMM yyyy', locale: 'en-GB' },
  { format: 'MMMM d, yyyy', locale: 'en-US' },
].map(({ format, locale }) => ({
  format,
  write: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
}));

/** Word's format for a date that is still to be chosen. */
export const DATE_FORMAT = 'd MMMM yyyy';

/**
 * Parses a day as the filter `date` writes it.
 * @param text as "21 November 2026"
 * @returns the day and Word's format for it; undefined for any other text
 */
export function parseWrittenDate(text: string): { iso: string; format: string } | undefined {
  const plain = text.replaceAll('\u00a0', ' ');
  const day = new Date(`${plain} UTC`);
  if (Number.isNaN(day.getTime())) return undefined;
  const match = FORMATS.find(({ write }) => write.format(day) === plain);
  return match && { iso: day.toISOString().slice(0, 'yyyy-mm-dd'.length), format: match.format };
}
