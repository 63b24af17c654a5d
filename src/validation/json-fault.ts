/** Where a text that is not JSON stops being so; both count from 1. */
export function locateJsonFault(text: string): { readonly line: number; readonly column: number } {
  const before = text.slice(0, faultIndex(text)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * The index of the first character with which the text cannot be the beginning of JSON any more. V8 names it in most of
 * its messages and not in all; where it does not, the longest good beginning is searched by halves.
 */
function faultIndex(text: string): number {
  const named = indexIn(messageOf(text), text);
  if (named !== undefined) return named;
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const beginning = text.slice(0, middle);
    const message = messageOf(beginning);
    if (message === undefined || indexIn(message, beginning) === middle) good = middle;
    else bad = middle;
  }
  return good;
}

/** What V8 says of a text; undefined when it is JSON. */
function messageOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

function indexIn(message = '', text: string): number | undefined {
  if (message.endsWith('end of JSON input')) return text.length;
  const [, index] = /at position (\d+)/.exec(message) ?? [];
  return index === undefined ? undefined : Number(index);
}
