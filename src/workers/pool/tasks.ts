/** Keeps a task in a set until it is done. */
export function track<Result>(tasks: Set<Promise<unknown>>, task: Promise<Result>): Promise<Result> {
  const tracked = task.finally(() => tasks.delete(tracked));
  tasks.add(tracked);
  return tracked;
}

/** @returns when the set is empty, also of tasks that are added meanwhile */
export async function allOf(tasks: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (tasks.size > 0) await Promise.allSettled(tasks);
}

export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
