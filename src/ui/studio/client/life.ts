const MINUTE_MS = 60_000;
/** From here on, the life that is left is worth a warning. */
const SOON_MINUTES = 15;
/** From here on, the page says what to do. */
export const ENDS_SOON_MINUTES = 10;

/** The minutes that a key lives; undefined when it has no end, or nobody knows. */
export function minutesUntil(expiresAt: string | null | undefined, now: number): number | undefined {
  if (expiresAt === undefined || expiresAt === null) return undefined;
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS));
}

/**
 * How long a key lives, in words.
 * @param expiresAt undefined when the service does not say; null when it has no end
 * @param now in milliseconds since 1970
 */
export function lifeOf(
  expiresAt: string | null | undefined,
  now: number,
): { readonly text: string; readonly isWarning: boolean } {
  if (expiresAt === null)
    return {
      text: 'This key has no end. Ask for one that ends: a lasting key belongs on a server.',
      isWarning: true,
    };
  const minutes = minutesUntil(expiresAt, now);
  if (minutes === undefined) return { text: '', isWarning: false };
  return {
    text: minutes === 0 ? 'The key has ended' : `The key ends in ${spanOf(minutes)}`,
    isWarning: minutes <= SOON_MINUTES,
  };
}

function spanOf(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
