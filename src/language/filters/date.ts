const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * "2026-11-21" → "21 November 2026", with no-break spaces. What is no calendar date in that form, and what is
 * absent, stays as it is.
 */
export function date(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const day = new Date(`${text}T00:00:00Z`);
  if (!ISO_DATE.test(text) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    return value;
  return FORMAT.format(day).replaceAll(' ', '\u00a0');
}
