import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Studio } from './open-studio.ts';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the page: what is too small for a thumb. */
const SMALL_TARGETS = `(() => {
  const LEAST = 24;
  const inSentence = (one) =>
    one.matches('a, .link') && [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && /\\w/.test(node.data));
  return [...document.querySelectorAll('a, button, input, select, textarea, summary, [role="option"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= -1 && !one.matches('.skip, .place, [type="file"]'))
    // Whoever aims at a small box may press its words, too.
    .map((one) => (one.matches('[type="checkbox"], [type="radio"]') ? one.closest('label') : one))
    .filter((one) => !inSentence(one))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < LEAST - 0.1)
    .map(([one, { width, height }]) => Math.round(width) + ' by ' + Math.round(height) + ': ' + one.outerHTML.slice(0, 150));
})()`;

/** Runs in the page: buttons that are narrower than their words. */
const CUT_BUTTONS = `[...document.querySelectorAll('button:not(.skip), summary')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.scrollWidth + ' in ' + one.clientWidth + ': ' + one.outerHTML.slice(0, 150))`;

/**
 * Runs in the page: what axe finds. It reads the page in several turns of the event loop, and fails on an element that was
 * added or removed between two of them: a page that changed meanwhile is read again.
 */
const FOUND_BY_AXE = `(async () => {
  for (;;) {
    let isChanged = false;
    const changes = new MutationObserver(() => {
      isChanged = true;
    });
    changes.observe(document, { subtree: true, childList: true });
    const result = await axe.run().catch((error) => error);
    changes.disconnect();
    if (isChanged) continue;
    if (result instanceof Error) throw result;
    return result.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 150))]);
  }
})()`;

/**
 * What is wrong with the page as it is: what axe finds, targets below 24 pixels, buttons that cut their words, and what is wider
 * than the window. Links in sentences and places on the pages, whose fields are in the form, may be smaller.
 */
export async function flaws({ page }: Studio): Promise<unknown[]> {
  // By the debugging protocol, which the page's policy does not concern.
  await page.evaluate(AXE);
  const found = (await page.evaluate(FOUND_BY_AXE)) as unknown[];
  const small = (await page.evaluate(SMALL_TARGETS)) as unknown[];
  const cut = (await page.evaluate(CUT_BUTTONS)) as unknown[];
  const wide = await page.evaluate(
    'document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : []',
  );
  return [...found, ...small, ...cut, ...(wide as unknown[])];
}
