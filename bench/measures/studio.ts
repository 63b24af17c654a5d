/** Somebody who types into the studio: the time from a key to the page that shows it, when no further key follows. */
import { setTimeout as pause } from 'node:timers/promises';
import { startBrowser } from '../../tests/browser.ts';
import { openStudio } from '../../tests/ui/studio/open-studio.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { startService } from '../rig/service.ts';
import { median } from '../rig/statistics.ts';

/** Of one key, in milliseconds since it was pressed. */
interface Times {
  /** The request is sent. */
  readonly asked: number;
  /** Its answer is there. */
  readonly answered: number;
  /** The page is exchanged. */
  readonly shown: number;
}

/** Runs in the page once: notes when pages are asked for and answered. */
const WATCH = `{
  const send = globalThis.fetch;
  globalThis.fetch = async (address, request) => {
    const isPreview = String(address).endsWith('/preview');
    if (isPreview) globalThis.asked = performance.now();
    const response = await send(address, request);
    if (isPreview) globalThis.answered = performance.now();
    return response;
  };
}`;

/**
 * Runs in the page: notes the next key, and the first frame with another page after it. It has run before the key is
 * pressed, since a browser handles keys before other work.
 */
const NEXT_KEY = `void (globalThis.times = new Promise((resolve) => {
  let pressed;
  addEventListener('keydown', () => { pressed = performance.now(); }, { once: true, capture: true });
  const observer = new MutationObserver(() => {
    if (pressed === undefined || document.querySelector('.page canvas:not([data-seen])') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      for (const canvas of document.querySelectorAll('.page canvas')) canvas.dataset.seen = '';
      resolve({ asked: asked - pressed, answered: answered - pressed, shown: performance.now() - pressed });
    });
  });
  for (const canvas of document.querySelectorAll('.page canvas')) canvas.dataset.seen = '';
  observer.observe(document.querySelector('.page-list'), { childList: true, subtree: true });
}))`;

await measure(
  { template: 'senior-backend-developer-agreement', keys: 20, rounds: 3, pauseMs: 300 },
  async ({ template, keys, rounds, pauseMs }) => {
    await using service = await startService();
    await using stack = new AsyncDisposableStack();
    const browser = stack.adopt(await startBrowser(), (one) => one.close());
    const key = service.headers['x-key'];
    const sample = await fetch(`${service.url}/api/v1/templates/${template}/versions/latest/sample`, {
      headers: service.headers,
    });
    const studio = stack.use(await openStudio(browser, service.url, `#key=${key}&/${template}`));
    const { page } = studio;
    await studio.says('.form', 'First name');
    await page.evaluate(WATCH);
    await studio.drop('sample.json', await sample.text());
    await studio.says('.said', 'Opened sample.json.');
    await page.locator('aria/Last name').click();
    await studio.says('.pages', 'Key Terms');
    await studio.settles();
    const timesOf = async (): Promise<Times> => {
      await pause(pauseMs);
      await page.evaluate(NEXT_KEY);
      await page.keyboard.type('x');
      const found = (await page.evaluate('times')) as Times;
      await studio.settles();
      return found;
    };
    for (let warm = 0; warm < keys; warm += 1) await timesOf();
    const steps = { asked: [] as number[], answered: [] as number[], shown: [] as number[] };
    const all: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const times: Times[] = [];
      for (let one = 0; one < keys; one += 1) times.push(await timesOf());
      all.push(...times);
      for (const [name, list] of Object.entries(steps))
        list.push(median(times.map((one) => one[name as keyof Times])));
    }
    return {
      figures: [figureOf('from a key to the page that shows it', steps.shown, 'ms', { atMost: 400 })],
      observations: {
        'since the key, median of a round, ms': roundAll(steps),
        // What it takes when nothing else runs.
        'the fastest of all, ms': all.toSorted((one, other) => one.shown - other.shown)[0],
      },
    };
  },
);
