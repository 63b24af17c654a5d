import type { ChromiumAge } from './chromium-built-at.ts';

/** A line for the log of a start. */
interface ChromiumAdvice {
  readonly level: 'info' | 'warn';
  readonly message: string;
}

const UPDATE_INSTALLED =
  'The Chromium of CHROMIUM_PATH is older than six weeks and lacks the security fixes since then. Install its newest ' +
  'package, or rebuild the image with --pull --no-cache: docs/runbooks/chromium-old.md';

const UPDATE_EMBEDDED =
  'The embedded Chromium is older than six weeks and lacks the security fixes since then. Install a newer one (Debian: ' +
  'chromium-headless-shell) and start with CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell, or use the image of ' +
  'docs/deployment.md. "npm run outdated" says whether npm has a newer embedded one';

/**
 * What an operator does about the age of Chromium. A start asks no registry: the newest embedded Chromium that it knows of
 * is the one in the lock file. Who tries the service on his own machine has nothing newer to install from there, so that
 * this is no warning while only this machine can connect.
 * @param chromiumPath the browser used in place of the embedded one
 * @param host the address to listen on
 */
export function chromiumAdvice(
  { isOld }: ChromiumAge,
  chromiumPath: string | undefined,
  host: string,
): ChromiumAdvice {
  if (!isOld) return { level: 'info', message: 'the version and age of Chromium' };
  if (chromiumPath !== undefined) return { level: 'warn', message: UPDATE_INSTALLED };
  return { level: isLoopback(host) ? 'info' : 'warn', message: UPDATE_EMBEDDED };
}

function isLoopback(host: string): boolean {
  return /^(localhost|::1|127(\.\d+){3})$/i.test(host);
}
