/** Line and column where a text stops being JSON; both from 1. */
export function locateJsonFault(text: string): { readonly line: number; readonly column: number } {
  const before = text.slice(0, faultIndex(text)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Index of the first character at which the text can no longer be valid JSON. Most of V8's messages name it; for the
 * others, a binary search finds the longest valid prefix.
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

/** V8's message for a text; undefined when it is valid JSON. */
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
