import { stepsOf } from '../../../../lib/paths.ts';

/** Where something stands in a text; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Where a text prints a field, or else the list that the field is in: shared parts print fields of lists.
 * @returns undefined when the text names none of them
 */
export function placeOf(path: string, text: string): Place | undefined {
  const names = stepsOf(path).filter((step) => typeof step === 'string');
  for (const name of names.toReversed()) {
    const at = expressionWith(name, text);
    if (at >= 0) return placeAt(at, text);
  }
  return undefined;
}

/** The index of a name in `{{ … }}` or, where it is in none, in `{% … %}`; -1 when it is in neither. */
function expressionWith(name: string, text: string): number {
  if (!/^\w+$/.test(name)) return -1;
  const isIt = new RegExp(`(?<![\\w"'])${name}(?![\\w"'])`);
  for (const [begin, end] of [
    ['{{', '}}'],
    ['{%', '%}'],
  ] as const) {
    for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + begin.length)) {
      const last = text.indexOf(end, at);
      const found = isIt.exec(text.slice(at, last < 0 ? undefined : last));
      if (found !== null) return at + found.index;
    }
  }
  return -1;
}

function placeAt(index: number, text: string): Place {
  const lines = text.slice(0, index).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
