/**
 * Works on the items of a list side by side, so many at once, without reading further ahead.
 * @param stop is called with the first failure, so that the others can end early
 * @throws the first failure, when no work is under way any more
 */
export async function sideBySide<Item>(
  items: AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
  stop: (reason: unknown) => void,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    try {
      while (failures.length === 0) {
        const { done, value } = await iterator.next();
        if (done) return;
        await work(value);
      }
    } catch (error) {
      failures.push(error);
      stop(error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failures.length > 0) throw failures[0];
}
