import type { Browser } from 'puppeteer-core';
import { afterAll, expect, test } from 'vitest';
import { decodeBase64 } from '../../../src/formats/pdf/base64.ts';
import { embeddedChromium } from '../../../src/formats/pdf/embedded-chromium.ts';
import { launchChromium } from '../../../src/formats/pdf/launch.ts';
import { PrintingPage } from '../../../src/formats/pdf/printing-page.ts';
import { jailWorks } from '../../../src/workers/processes/jail.ts';
import { named, openWorkshop, TEMPLATES } from '../../service/use-cases/documents.ts';
import { comparable } from './comparable.ts';

const { CHROMIUM_PATH } = process.env;
const build = CHROMIUM_PATH === undefined ? await embeddedChromium() : { executablePath: CHROMIUM_PATH };
const launch = async () => launchChromium(build, await jailWorks());
const [own, other, workshop] = await Promise.all([launch(), launch(), openWorkshop()]);
const page = await PrintingPage.open(own);
afterAll(() => Promise.all([own.kill(), other.kill(), workshop.close()]));

/** Prints in the usual way: opens a tab, loads the document and prints it. */
async function printPlainly(browser: Browser, html: string): Promise<Uint8Array> {
  const tab = await browser.newPage();
  await tab.setContent(html);
  const pdf = await tab.pdf({ printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
  await tab.close();
  return pdf;
}

test.for(TEMPLATES.map((template) => [named(template), template] as const))(
  '%s: the optimisations of the printing page do not change the PDF',
  async ([, template]) => {
    const html = await workshop.html(template, template.sample);
    const printed = decodeBase64(await page.print({ html, origin: 'global' }));
    expect(comparable(printed) === comparable(await printPlainly(other.browser, html))).toBe(true);
  },
);
