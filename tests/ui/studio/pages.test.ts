import type { Browser } from 'puppeteer-core';
import { describe, expect } from 'vitest';
import { startEmbedded, type TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { openStudio, type Studio } from './open-studio.ts';

const SENIOR = '/senior-backend-developer-agreement';

let service: TestService;
let browser: Browser;
test.beforeAll(({ service: shared, browser: started }) => {
  service = shared;
  browser = started;
});

const open = (to: string, look = {}) => openStudio(browser, service.url, `#key=${service.key}&${to}`, look);

/** The paths of the places of the page that are in a state. */
const places = ({ page }: Studio, selector: string) =>
  page.$$eval(selector, (all) =>
    all.map((one) => (one as unknown as { dataset: { path: string } }).dataset.path),
  );

const focusedPath = ({ page }: Studio) =>
  page.evaluate('document.activeElement.closest("[data-path]")?.dataset.path');

describe('the pages beside the form', () => {
  test('the place of a field is no higher than a line, and a list takes their place on a phone', async () => {
    await using studio = await open(SENIOR, { width: 390 });
    const { page } = studio;
    await studio.type('First name', 'Ada');
    await studio.settles();
    await studio.pressOn('aria/Document[role="tab"]');
    const height = await page.waitForFunction(
      `document.querySelector('.place[data-path="firstName"]')?.getBoundingClientRect().height || false`,
    );
    // A button of the form has 24 pixels.
    expect(await height.jsonValue()).toBeLessThan(16);
    // The list is read before the next frame.
    await studio.holdFrames();
    await studio.drop('people.csv', 'firstName\nAda\n');
    await page.waitForSelector('.list-said', { visible: true });
    expect(await page.$$eval('.pages', (all) => all.map((one) => one.checkVisibility()))).toEqual([false]);
  });

  test('follow what is typed, and only those that differ are drawn again', async () => {
    await using studio = await open(SENIOR);
    const { page, complaints } = studio;
    await studio.says('.pages', 'Standard Terms');
    const count = await page.$$eval('[aria-label="Document"] .page', (pages) => pages.length);
    expect(count).toBeGreaterThan(5);
    // The first page alone has it, on as many lines from here on.
    await studio.type('Reporting line', 'the Head');
    await studio.says('.pages', 'the Head');
    await studio.settles();
    await page.$$eval('canvas', (all) => {
      for (const canvas of all) canvas.setAttribute('data-seen', '');
    });
    await page.keyboard.type(' of Engineering');
    await studio.says('.pages', 'the Head of Engineering');
    await studio.settles();
    const isKept = (number: number) =>
      page.$eval(`[aria-label^="Page ${number} of"] canvas`, (canvas) => canvas.hasAttribute('data-seen'));
    expect([await isKept(1), await isKept(2)]).toEqual([false, true]);
    expect(complaints).toEqual([]);
  });

  test('lead from a blank and from a value to its field, also to a card that is not there yet', async () => {
    await using studio = await open('/studio-booking-agreement');
    const { page } = studio;
    await studio.says('.pages', 'Key Terms');
    await studio.pressOn('.place[data-path="studioName"]');
    await page.waitForSelector('.form [data-path="studioName"]:focus');
    await page.keyboard.type('Palmwine Rooms');
    await studio.says('.pages', 'Palmwine Rooms');
    await studio.focus('aria/Record');
    await studio.pressOn('.place[data-path="studioName"]');
    await page.waitForSelector('.form [data-path="studioName"]:focus');
    await studio.pressOn('.place[data-path="sessions[0].date"]');
    await page.waitForSelector('.form [data-path="sessions[0].date"]:focus');
  });

  test('mark the field that has the focus, and scroll only when it is out of sight', async () => {
    await using studio = await open(SENIOR);
    const { page } = studio;
    // What is said above the pages goes when they are drawn, and moves them.
    await studio.settles();
    const top = () => page.$eval('.pages', (pages) => pages.scrollTop);
    await studio.focus('aria/First name');
    expect([await places(studio, '.place.marked'), await top()]).toEqual([['firstName'], 0]);
    await studio.focus('aria/Sick leave');
    expect(new Set(await places(studio, '.place.marked'))).toEqual(new Set(['sickLeave']));
    const scrolled = await top();
    expect(scrolled).toBeGreaterThan(100);
    // Typing never moves the pages.
    await page.keyboard.type('12');
    await studio.says('.pages', '12 days');
    expect([await top(), await places(studio, '.place.marked')]).toEqual([scrolled, ['sickLeave']]);
  });

  test('stay while the service does not answer, and follow again when it does', async () => {
    await using studio = await open(SENIOR);
    const { page } = studio;
    await studio.type('First name', 'Adaeze');
    await studio.says('.pages', 'Adaeze');
    await page.setOfflineMode(true);
    await studio.type('Last name', 'Nwosu');
    await studio.says('[role=alert]', 'The service does not answer.');
    expect(await page.$eval('.pages', (pages) => pages.textContent?.includes('Adaeze'))).toBe(true);
    await page.setOfflineMode(false);
    await studio.says('.pages', 'Nwosu');
    await studio.hasNoAlert();
  });

  test('are a tab of their own on a phone, from which a place leads back to the form', async () => {
    await using studio = await open(SENIOR, { width: 360, height: 740 });
    const { page } = studio;
    await studio.type('First name', 'Adaeze');
    await studio.pressOn('aria/Document[role="tab"]');
    await studio.says('.pages', 'Adaeze');
    await studio.pressOn('.place[data-path="lastName"]');
    await page.waitForSelector('.form [data-path="lastName"]:focus');
    expect([
      await page.$eval('aria/Form[role="tab"]', (tab) => tab.getAttribute('aria-selected')),
      await page.evaluate('document.documentElement.scrollWidth'),
      await focusedPath(studio),
    ]).toEqual(['true', 360, 'lastName']);
  });
});

test.each([390, 1280])(
  'on %i pixels, the text has the width of the view, and nothing of it is cut off',
  async (screen) => {
    await using studio = await open(SENIOR, { width: screen });
    const { page } = studio;
    if (screen < 800) await studio.pressOn('aria/Document[role="tab"]');
    await studio.says('.pages', 'Key Terms');
    await studio.settles();
    const [left = 0, right = 0, width = 0] = (await page.evaluate(`(() => {
    const list = document.querySelector('.page-list').getBoundingClientRect();
    const words = [...document.querySelectorAll('.words span')].map((one) => one.getBoundingClientRect());
    const ends = [Math.min(...words.map((one) => one.left)), Math.max(...words.map((one) => one.right))];
    return [ends[0] - list.left, list.right - ends[1], list.width];
  })()`)) as number[];
    expect([left > 0, right > 0]).toEqual([true, true]);
    // Of the page, it has 0.7.
    expect((width - left - right) / width).toBeGreaterThan(0.8);
  },
);

test('the pages are shown larger, and drawn as sharply', async () => {
  await using studio = await open(SENIOR);
  const { page } = studio;
  await studio.settles();
  const widths = () =>
    page.$$eval('.page canvas', ([canvas]) => [
      canvas?.getBoundingClientRect().width,
      (canvas as unknown as { width: number }).width,
    ]);
  const [, first = 0] = await widths();
  await page.locator('aria/Zoom').fill('100');
  await page.waitForFunction(`document.querySelector('.page canvas').width < ${first}`);
  const [width = 0, pixels = 0] = await widths();
  await page.locator('aria/Zoom').fill('150');
  await page.waitForFunction(`document.querySelector('.page canvas').width > ${pixels * 1.4}`);
  const [larger = 0] = await widths();
  expect(Math.round((larger / width) * 10)).toBe(15);
});

describe('a key', () => {
  test('that is revoked while somebody types is asked for again, and nothing is lost', async () => {
    const issue = async () =>
      (await service.admin('POST', `/companies/${service.companyId}/keys`)).json as {
        keyId: string;
        key: string;
      };
    const [first, second] = [await issue(), await issue()];
    await using studio = await openStudio(browser, service.url, `#key=${first.key}&${SENIOR}`);
    const { page } = studio;
    await studio.type('First name', 'Adaeze');
    await studio.says('.pages', 'Adaeze');
    await service.admin('DELETE', `/companies/${service.companyId}/keys/${first.keyId}`);
    await studio.type('Last name', 'Nwosu');
    await studio.says('[role=alert]', 'The service refuses this key');
    await page.locator('aria/API key').fill(second.key);
    await studio.press('Open');
    await studio.says('.pages', 'Nwosu');
    const value = await page.$eval(
      'aria/First name',
      (input) => (input as unknown as { value: string }).value,
    );
    expect([value, await page.$('aria/API key')]).toEqual(['Adaeze', null]);
  });

  test('over its rate is waited for, as Retry-After says', async () => {
    await using limited = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '6' });
    await using studio = await openStudio(browser, limited.url, `#key=${limited.key}&${SENIOR}`);
    await studio.says('.pages', 'Standard Terms');
    // Another program with the same key takes each token as soon as there is one.
    let isSaid = false;
    const take = async () =>
      (await limited.send('GET', '/api/v1/templates', { 'x-key': limited.key })).status === 200;
    while (await take());
    const taking = (async () => {
      while (!isSaid) await take();
    })();
    try {
      await studio.type('First name', 'Xerxes');
      await studio.says('[role=alert]', 'The service has too much to do just now. The next try is in');
    } finally {
      isSaid = true;
      await taking;
    }
    await studio.says('.pages', 'Xerxes');
  });
});

test('what is too long for a request is said at its field, and kept', async () => {
  await using studio = await open(SENIOR);
  const { page } = studio;
  await studio.says('.form', 'First name');
  const paste = (characters: number) =>
    page.$eval(
      'aria/Reporting line',
      (input, count) => {
        (input as unknown as { value: string }).value = 'x'.repeat(count);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      characters,
    );
  await paste(70_000);
  await studio.says('.notes', 'must have at most 65536 characters');
  await paste(300_000);
  await studio.says('.notes', 'The body must not be larger than 262144 bytes');
  await page.reload();
  await studio.says('.notes', 'The body must not be larger than 262144 bytes');
  const length = await page.$eval(
    'aria/Reporting line',
    (input) => (input as unknown as { value: string }).value.length,
  );
  expect(length).toBe(300_000);
});
