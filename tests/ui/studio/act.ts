import type { Page } from 'puppeteer-core';

/** What of an element of the page is used here. */
interface Target {
  readonly outerHTML: string;
  readonly isConnected: boolean;
  readonly labels?: Iterable<Target> | null;
  matches(selector: string): boolean;
  contains(other: Target | null): boolean;
  closest(selector: string): Target | null;
  getRootNode(): Root;
  getClientRects(): ArrayLike<Record<'left' | 'top' | 'width' | 'height', number>>;
  scrollIntoView(how: object): void;
  dispatchEvent(event: Event): boolean;
  focus(how?: object): void;
  blur(): void;
  click(): void;
}

interface Root {
  readonly activeElement: Target | null;
  elementFromPoint(x: number, y: number): Target | null;
}

/**
 * Runs in the page: presses an element as a pointer does, in one turn of the event loop. Between a look at where it is and a
 * click of the browser, a message above it may move it, and the click would miss it.
 * @returns why it cannot be pressed; "" when it was
 */
async function pressed(element: unknown): Promise<string> {
  const target = element as Target;
  const { document, MouseEvent } = globalThis as unknown as {
    document: Root;
    MouseEvent: new (type: string, init: object) => Event;
  };
  if (target.matches(':disabled')) return 'is disabled';
  /** Without what takes its presses: itself, and its words. */
  const coveredBy = (): string => {
    const { 0: box } = target.getClientRects();
    const at = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (at === undefined || at === null) return 'cannot be seen';
    const takes = [target, ...(target.labels ?? [])].some((one) => one.contains(at));
    return takes ? '' : `is covered by ${at.outerHTML.slice(0, 150)}`;
  };
  if (coveredBy() !== '') target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const why = coveredBy();
  if (why !== '') return why;
  const taken = target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  if (taken) {
    const focusable = target.closest('a[href], button, input, select, textarea, summary, [tabindex]');
    if (focusable === null) document.activeElement?.blur();
    else focusable.focus({ preventScroll: true });
  }
  // What the field that lost the focus has changed is shown before the click, as between the press and the release of a button.
  await Promise.resolve();
  if (!target.isConnected) return 'was replaced';
  target.click();
  return '';
}

/** Runs in the page. @returns why an element has not the focus; "" when it has */
function focused(element: unknown): string {
  const target = element as Target;
  target.focus();
  return target.getRootNode().activeElement === target ? '' : 'cannot take the focus';
}

/** Does something in the page with what a selector finds, as soon as it can be done. */
async function act(
  page: Page,
  selector: string,
  how: (element: unknown) => string | Promise<string>,
): Promise<void> {
  const end = Date.now() + page.getDefaultTimeout();
  for (;;) {
    await using found = await page.locator(selector).waitHandle();
    const why = await found.evaluate(how);
    if (why === '') return;
    if (Date.now() > end) throw new Error(`${selector} ${why}`);
  }
}

export function press(page: Page, selector: string): Promise<void> {
  return act(page, selector, pressed);
}

export function focus(page: Page, selector: string): Promise<void> {
  return act(page, selector, focused);
}
