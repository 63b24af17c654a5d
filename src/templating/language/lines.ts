import type { TextPlace } from './template-error.ts';

/** Indexes at which the lines of a text start. */
export function readLines(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

/** @param lines from `readLines` */
export function placeIn(template: string, lines: readonly number[], index: number): TextPlace {
  const line = lines.findLastIndex((start) => start <= index);
  return { template, line: line + 1, column: index - (lines[line] ?? 0) + 1 };
}

/**
 * Index at which a node of the syntax begins.
 * @param text that of a node of static text, of which a preceding `-%}` has already removed the white space
 */
export function offsetOf(
  source: string,
  lines: readonly number[],
  { lineno, colno }: { readonly lineno: number; readonly colno: number },
  text = '',
): number {
  let start = (lines[lineno] ?? 0) + colno;
  while (!source.startsWith(text, start) && /\s/.test(source.charAt(start))) start++;
  return start;
}

/** A template's text without a byte order mark, to which line and column positions refer. */
export function withoutMark(source: string): string {
  return source.startsWith('\ufeff') ? source.slice(1) : source;
}

/** @param index in a source that may begin with a byte order mark */
export function placeAt(template: string, source: string, index: number): TextPlace {
  const text = withoutMark(source);
  return placeIn(template, readLines(text), index - (source.length - text.length));
}
