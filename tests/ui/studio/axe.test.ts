import type { Browser } from 'puppeteer-core';
import { describe, expect } from 'vitest';
import { saved } from '../../browser.ts';
import { edited } from '../../received/returned/fill-word.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { flaws } from './flaws.ts';
import { openStudio } from './open-studio.ts';

const NDA = 'non-disclosure-agreement';

let service: TestService;
let browser: Browser;
test.beforeAll(({ service: shared, browser: started }) => {
  service = shared;
  browser = started;
});

describe.each([
  ['desktop', 1280, 'light'],
  ['desktop', 1280, 'dark'],
  ['phone', 360, 'light'],
  ['phone', 360, 'dark'],
] as const)('on a %s of %i pixels, %s', (_, width, scheme) => {
  const open = (hash: string) => openStudio(browser, service.url, hash, { width, scheme });

  test('nothing is wrong before a key, and on the list of templates', async () => {
    await using studio = await open('');
    await studio.says('main', 'API key');
    expect(await flaws(studio)).toEqual([]);
    await studio.type('API key', 'wrong');
    await studio.press('Open');
    await studio.says('[role=alert]', 'refuses');
    expect(await flaws(studio)).toEqual([]);
    await studio.page.locator('aria/API key').fill(service.key);
    await studio.press('Open');
    await studio.says('main', 'Policies');
    expect(await flaws(studio)).toEqual([]);
  });

  test('nothing is wrong on a form with faults, its options and its pages, which fit the window', async () => {
    await using studio = await open(`#key=${service.key}&/studio-booking-agreement`);
    await studio.type('Fee[role="textbox"]', 'a lot');
    await studio.says('.notes', 'must be a number');
    await studio.pressOn('summary');
    await studio.press('Add session');
    await studio.more('Clear');
    await studio.says('.said', 'Cleared');
    expect(await flaws(studio)).toEqual([]);
    if (width < 800) await studio.pressOn('aria/Document[role="tab"]');
    await studio.says('.pages', 'Key Terms');
    expect(await flaws(studio)).toEqual([]);
  });

  test('nothing is wrong on a list, what has changed, a file that came back, another key and a revoked one', async () => {
    const issued = await service.admin('POST', `/companies/${service.companyId}/keys`);
    const { key, keyId } = issued.json as { key: string; keyId: string };
    await using studio = await open(`#key=${key}&/non-disclosure-agreement`);
    const { page } = studio;
    await studio.says('.form', 'Project');
    await studio.drop(
      'people.csv',
      'project,ndaDuration,dispute\nthe merger,three years,maybe\nthe sale,two years,yes\n',
    );
    await studio.says('.list-said', '2 rows, 2 to correct.');
    expect(await flaws(studio)).toEqual([]);
    await studio.press('Back to the form');
    await studio.pressOn('aria/What has changed');
    await saved(page, () => studio.more('Save data'));
    await studio.says('#changes-reason', 'Nothing has changed since.');
    expect(await flaws(studio)).toEqual([]);
    const made = await service.generate({ templateId: NDA, format: 'docx', data: { parties: [{}] } });
    await studio.drop(
      'back.docx',
      edited(made.bytes, (body) => body.replace('reasonable', 'best')),
    );
    await studio.says('.verdict', 'Changed:');
    await studio.press('Use another key');
    await studio.says('.pop', 'API key');
    expect(await flaws(studio)).toEqual([]);
    await studio.press('Use another key');
    await studio.press('Back to the form');
    await service.admin('DELETE', `/companies/${service.companyId}/keys/${keyId}`);
    await studio.type('Project', 'the merger');
    await studio.says('[role=alert]', 'refuses this key');
    expect(await flaws(studio)).toEqual([]);
  });
});
