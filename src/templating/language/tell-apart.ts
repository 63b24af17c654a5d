import type { GivenMarks } from './given.ts';
import { type Joined, type Source, type Sourced, textSourceOf } from './sources.ts';
import { toHtml } from './values.ts';

/**
 * Marks a printed value with its field. A text that is made of several values gets a mark for each where they are told
 * apart, or one of them is a blank, and can be, otherwise for the first.
 */
export function markValue(marks: GivenMarks, source: Source, html: string): string {
  const isOne = typeof source === 'string' || source instanceof Map;
  if (!marks.tellsApart || isOne) {
    const fields = textSourceOf(source);
    const marked = fields === undefined ? html : marks.mark(fields, html);
    // An amount is a value also beside the blank for its currency.
    if (isOne || fields === undefined || marked !== html) return marked;
  }
  const parts = tellApart(source, html);
  if (parts !== undefined)
    return parts.map((part) => (part.source ? markValue(marks, part.source, part.html) : part.html)).join('');
  const first = source.parts.find((part) => textSourceOf(part.source) !== undefined);
  return first?.source === undefined ? html : marks.mark(textSourceOf(first.source) ?? [], html);
}

/** A piece of a printed text, with where it comes from. */
interface Part {
  readonly html: string;
  readonly source: Sourced['source'];
}

/** What a filter puts around a text from right to left. */
const ISOLATED = /^<bdi>(.*)<\/bdi>$/s;

/**
 * Divides a printed text into the values that it is made of. A filter may have trimmed the text, and made spaces no-break
 * spaces; after any other change the values can no longer be told apart.
 * @returns undefined when they cannot
 */
function tellApart({ parts }: Joined, html: string): Part[] | undefined {
  const [, inner = html] = ISOLATED.exec(html) ?? [];
  const texts = parts.map(({ value }) => toHtml(value));
  const whole = texts.join('');
  const start = whole.length - whole.trimStart().length;
  if (fold(whole.trim()) !== fold(inner.trim())) return undefined;
  const shift = inner.length - inner.trimStart().length - start;
  let end = shift;
  const pieces = parts.map(({ source }, index) => {
    const from = Math.max(0, end);
    end += texts[index]?.length ?? 0;
    return { html: inner.slice(from, Math.max(0, end)), source };
  });
  const [before, after] = inner === html ? ['', ''] : ['<bdi>', '</bdi>'];
  return [{ html: before, source: undefined }, ...pieces, { html: after, source: undefined }];
}

/** Every space as a plain one. */
function fold(text: string): string {
  return text.replace(/\s/g, ' ');
}
