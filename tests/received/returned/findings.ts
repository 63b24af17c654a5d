import type { Change } from '../../../src/received/returned/reading.ts';
import type { Edit } from './negotiate.ts';

/** A text without what programs add and remove. */
function bare(text: string): string {
  return (
    text
      .normalize('NFC')
      // A number that a program has typed.
      .replace(/^(?:\d{1,3}(?:\.\d{1,3})*\.?|\([a-z\d]{1,4}\))\s/, '')
      .replace(/[\s\u00ad\u200b\u2060]+/gu, '')
      .replace(/[‐‑‒–—−]/g, '-')
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
  );
}

function lines(text: string): string[] {
  return text
    .split(/[\n\t]/)
    .map(bare)
    .filter(Boolean);
}

/** Whether a text is another one of which something was left out. */
function isPart(text: string, whole: string): boolean {
  let at = -1;
  return [...text].every((letter) => {
    at = whole.indexOf(letter, at + 1);
    return at >= 0;
  });
}

/** What one list has more than another. */
function more(one: readonly string[], other: readonly string[]): string[] {
  const rest = [...other];
  return one.filter((text) => {
    const at = rest.indexOf(text);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

const NOTHING = { prompts: [], made: [] };

/**
 * What is wrong in the changes and the data that were read, beside the edits that were made. An edit may make a text that
 * other data print: a clause is gone that a condition can leave out, or a clause is new where a list is printed. Then the
 * data say it, and with the digests of the trail `changedValues` names them.
 * @param right what the data are but for such edits
 * @param unknown of a file whose values nobody knows: the prompts of blanks, which stand for them, and the lines as made. One of
 * them that is changed beside another value is as true as the other way round
 * @returns nothing when all are found, and none is invented
 */
export function wrongReading(
  changes: readonly Change[],
  data: ReadonlyMap<string, unknown>,
  edits: readonly Edit[],
  right: ReadonlyMap<string, unknown>,
  unknown: { readonly prompts: readonly string[]; readonly made: readonly string[] } = NOTHING,
): string[] {
  // An item that was joined with another paragraph may have no number any more, and what follows it has another one; references
  // to it lead to that paragraph.
  const isJoined = edits.some(({ what }) => what.endsWith('join'));
  const ofJoin = /^(?:numbered|without its number|refers to another clause)/;
  const made = new Set(unknown.made.map(bare));
  const known = changes
    .filter(({ mark = '' }) => !(isJoined && ofJoin.test(mark)))
    .filter(({ was, now }) => was === '' || now === '' || !lines(now).every((line) => made.has(line)))
    .map((change) => ({ ...change, was: withoutPrompts(change.was, unknown.prompts) }));
  const { invented, missing } = wrongChanges(known, edits);
  const values = [...new Set([...right.keys(), ...data.keys()])].filter(
    (path) => right.get(path) !== data.get(path),
  );
  const isSaidByData = values.length > 0 && missing.length > 0 && invented.length === 0;
  if (isSaidByData) return [];
  const shown = values.map((path) => `${path} is ${String(data.get(path))}, not ${String(right.get(path))}`);
  return [...invented, ...missing, ...shown];
}

function withoutPrompts(text: string, prompts: readonly string[]): string {
  return prompts.length === 0
    ? text
    : text
        .split('\t')
        .filter((line) => !prompts.includes(line))
        .join('\t');
}

function wrongChanges(
  changes: readonly Change[],
  edits: readonly Edit[],
): { invented: string[]; missing: string[] } {
  const invented: string[] = [];
  const missing: string[] = [];
  const views = edits.map(({ what, exact, rejected, accepted, isInValues }) => ({
    ...{ what, isInValues },
    silent: { was: exact.flatMap(lines), now: rejected.flatMap(lines) },
    tracked: { was: rejected.flatMap(lines), now: accepted.flatMap(lines) },
  }));
  const found = views.map(() => ({ silent: [[], []] as string[][], tracked: [[], []] as string[][] }));
  for (const change of changes) {
    const kind = change.tracked ? 'tracked' : 'silent';
    const [was, now] = [lines(change.was), lines(change.now)];
    const index = views.findIndex(({ [kind]: view, isInValues }) => {
      // Without its values, a line has less words.
      const has = (list: readonly string[], line: string) =>
        isInValues ? list.some((own) => isPart(line, own)) : list.includes(line);
      const isOwn = was.every((line) => has(view.was, line)) && now.every((line) => has(view.now, line));
      return isOwn && more(view.was, view.now).length + more(view.now, view.was).length > 0;
    });
    const [ofWas, ofNow] = found[index]?.[kind] ?? [];
    if (ofWas === undefined || ofNow === undefined) invented.push(`invented: ${JSON.stringify(change)}`);
    else {
      ofWas.push(...was);
      ofNow.push(...now);
    }
  }
  for (const [index, { what, isInValues, ...view }] of views.entries()) {
    if (isInValues) continue;
    for (const kind of ['silent', 'tracked'] as const) {
      const [was = [], now = []] = found[index]?.[kind] ?? [];
      const lost = [
        ...more(more(view[kind].was, view[kind].now), was),
        ...more(more(view[kind].now, view[kind].was), now),
      ];
      if (lost.length > 0) missing.push(`not found: ${what}: ${lost.join(' | ')}`);
    }
  }
  return { invented, missing };
}
