/** Words that are shown on both sides of a change. */
const AROUND = 6;

/** The part of two texts that differs, with some words around it: "… within 30 days of the …". */
export function excerpts(was: string, now: string): [was: string, now: string] {
  const [before, after] = [was, now].map((text) => text.split(/(?<=\s)/));
  if (before === undefined || after === undefined) return [was, now];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]) => {
    const from = Math.max(0, start - AROUND);
    const to = Math.min(words.length, words.length - end + AROUND);
    const text = words.slice(from, to).join('').trim();
    return `${from > 0 ? '… ' : ''}${text}${to < words.length ? ' …' : ''}`;
  };
  return [cut(before), cut(after)];
}
