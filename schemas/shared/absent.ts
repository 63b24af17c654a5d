/** "n/a" and a dash, which people write into a form to say that there is nothing. */
const NOTHING = /^(?:n\.? ?[/.] ?a\.?|[-–—]+|)$/i;
const NOTHING_LENGTH = 6;

/**
 * Whether a value of the data is absent: undefined, null, an empty array, a blank text, "n/a" or a dash. `false` and 0
 * are not absent.
 */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') {
    const text = value.trim();
    return text.length <= NOTHING_LENGTH && NOTHING.test(text);
  }
  return Array.isArray(value) && value.length === 0;
}
