import { stat } from 'node:fs/promises';

/** When npm got the version of @sparticuz/chromium that package.json pins; a test holds the two together. */
export const EMBEDDED = { version: '153.0.0', publishedAt: new Date('2026-09-11') };

/**
 * How old the browser is that prints: security updates come every few weeks.
 * @param chromiumPath the browser that is run in place of the embedded one; its file keeps the time of its build, as those
 *   of Debian's packages do
 */
export async function chromiumBuiltAt(chromiumPath: string | undefined): Promise<Date> {
  return chromiumPath === undefined ? EMBEDDED.publishedAt : (await stat(chromiumPath)).mtime;
}
