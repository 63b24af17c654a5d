/** The ways in which the filter `date` writes a day, by the format that Word knows each by. */
const WAYS = [
  { format: 'd MMMM yyyy', locale: 'en-GB' },
  { format: 'MMMM d, yyyy', locale: 'en-US' },
].map(({ format, locale }) => ({
  format,
  write: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
}));

/** How Word writes a day that is still to be picked. */
export const DATE_FORMAT = 'd MMMM yyyy';

/**
 * The day that a text is, and how Word writes the same.
 * @param text as "21 November 2026"
 * @returns undefined for any other text
 */
export function dateWritten(text: string): { iso: string; format: string } | undefined {
  const plain = text.replaceAll('\u00a0', ' ');
  const day = new Date(`${plain} UTC`);
  if (Number.isNaN(day.getTime())) return undefined;
  const way = WAYS.find(({ write }) => write.format(day) === plain);
  return way && { iso: day.toISOString().slice(0, 'yyyy-mm-dd'.length), format: way.format };
}
