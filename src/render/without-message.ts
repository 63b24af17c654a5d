const CALLS_KEPT = 10;

/** An error's type and call stack. Its message may quote the document's data, which must not be logged. */
export function withoutMessage(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const stack = error.stack ?? '';
  const calls = stack.slice(stack.lastIndexOf(error.message) + error.message.length).split('\n');
  return [error.name, ...calls.filter((line) => /^\s+at /.test(line)).slice(0, CALLS_KEPT)].join('\n');
}
