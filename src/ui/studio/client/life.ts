const MINUTE_MS = 60_000;
/** From here on, the life that is left is worth a warning. */
const SOON_MINUTES = 15;

/**
 * How long a key lives, in words.
 * @param expiresAt undefined when the service does not say; null when it has no end
 * @param now in milliseconds since 1970
 */
export function lifeOf(
  expiresAt: string | null | undefined,
  now: number,
): { readonly text: string; readonly isWarning: boolean } {
  if (expiresAt === undefined) return { text: '', isWarning: false };
  if (expiresAt === null)
    return {
      text: 'This key has no end. Ask for one that ends: a lasting key belongs on a server.',
      isWarning: true,
    };
  const minutes = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS));
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
