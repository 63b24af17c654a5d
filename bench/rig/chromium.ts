import { type ChromiumBuild, embeddedChromium } from '../../src/formats/pdf/embedded-chromium.ts';
import { type LaunchedBrowser, launchChromium } from '../../src/formats/pdf/launch.ts';
import { jailWorks } from '../../src/workers/processes/jail.ts';

/** The Chromium that the measured service uses: CHROMIUM_PATH, or the embedded one. */
export async function chromiumBuild(): Promise<ChromiumBuild> {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH === undefined ? await embeddedChromium() : { executablePath: CHROMIUM_PATH };
}

/** A browser as the service starts it: same build, flags, fonts and jail. */
export async function launchBrowser(): Promise<LaunchedBrowser> {
  return await launchChromium(await chromiumBuild(), await jailWorks());
}
