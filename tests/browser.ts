import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { embeddedChromium } from '../src/formats/pdf/embedded-chromium.ts';
import { FONTS_CONF } from '../src/formats/pdf/fonts.ts';

/** The embedded Chromium, for the pages of the service. */
export async function startBrowser(): Promise<Browser> {
  const { executablePath, libraryPath = '' } = await embeddedChromium();
  return await puppeteer.launch({
    executablePath,
    headless: 'shell',
    args: ['--no-sandbox', '--disable-gpu'],
    // A bare Debian has no fonts, and Chromium exits without any.
    env: { ...process.env, LD_LIBRARY_PATH: libraryPath, FONTCONFIG_FILE: FONTS_CONF },
  });
}

/**
 * The file that a page lets a person save.
 * @param press makes the page save it
 */
export async function saved(
  page: Page,
  press: () => Promise<unknown>,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-saved-'));
  const session = await page.createCDPSession();
  const { id: browserContextId } = page.browserContext();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    ...(browserContextId !== undefined && { browserContextId }),
    downloadPath: folder.path,
    eventsEnabled: true,
  });
  const completed = new Promise<void>((resolve) => {
    session.on('Browser.downloadProgress', ({ state }) => {
      if (state === 'completed') resolve();
    });
  });
  await press();
  await completed;
  const [name = ''] = await readdir(folder.path);
  return { name, bytes: await readFile(path.join(folder.path, name)) };
}
