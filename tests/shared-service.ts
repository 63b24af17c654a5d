import { randomBytes } from 'node:crypto';
import { test as base } from 'vitest';
import { startBrowser } from './browser.ts';
import { asCompany, startEmbedded } from './service.ts';

/**
 * Tests with `service`: one that all test files of a process share, over an embedded database, with its default
 * settings. Each file has a company of its own. For tests that neither count what the service did nor disturb it. With
 * `browser` too, for pages of the service.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  .extend('shared', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const shared = await startEmbedded({ PDF_PAGES: '2', RENDER_PROCESSES: '2' });
    onCleanup(() => shared[Symbol.asyncDispose]());
    return shared;
  })
  .extend('service', { scope: 'file' }, ({ shared }) =>
    asCompany(shared, `company-${randomBytes(4).toString('hex')}`),
  )
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await startBrowser();
    onCleanup(() => browser.close());
    return browser;
  });
