/**
 * Works on the items of a list, so many at once, and gives each result as it is there. Reads no further ahead than the
 * results are taken. Ending the loop ends what is under way, and so does the first failure.
 * @throws the first failure, when no work is under way any more
 */
export async function* sideBySide<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<Result, void, undefined> {
  const ended = new AbortController();
  const both = signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]);
  const source = each(items);
  const running = new Map<number, Promise<readonly [number, Result]>>();
  let isRead = false;
  try {
    for (let begun = 0; ; ) {
      while (!isRead && running.size < concurrency) {
        const next = await source.next();
        if (next.done) {
          isRead = true;
        } else {
          const number = begun++;
          running.set(
            number,
            work(next.value, both).then((result) => [number, result] as const),
          );
        }
      }
      if (running.size === 0) return;
      const [number, result] = await Promise.race(running.values());
      running.delete(number);
      yield result;
    }
  } finally {
    ended.abort();
    await Promise.allSettled(running.values());
    await source.return(undefined);
  }
}

async function* each<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  yield* items;
}
