interface Turn {
  /** Ends the wait of the request that comes next. */
  next: ((isItsTurn: boolean) => void) | undefined;
}

/**
 * Lets one request of a key in at a time. Of those that come meanwhile only the newest stays: a page that shows what somebody
 * types wants the latest. A request that has begun goes on, because colleagues may share a key.
 */
export class KeyTurns {
  readonly #turns = new Map<string, Turn>();

  /** @returns the turn, until it is disposed of; undefined when a newer request came, or the caller has hung up */
  async enter(key: string, signal: AbortSignal): Promise<Disposable | undefined> {
    const turn = this.#turns.get(key);
    if (turn === undefined) this.#turns.set(key, { next: undefined });
    else if (!(await waitFor(turn, signal))) return undefined;
    const taken = new DisposableStack();
    taken.defer(() => this.#leave(key));
    return taken;
  }

  #leave(key: string): void {
    const turn = this.#turns.get(key);
    if (turn?.next === undefined) this.#turns.delete(key);
    else turn.next(true);
  }
}

async function waitFor(turn: Turn, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isItsTurn: boolean) => {
    if (turn.next === end) turn.next = undefined;
    signal.removeEventListener('abort', onAbort);
    resolve(isItsTurn);
  };
  const onAbort = () => end(false);
  signal.addEventListener('abort', onAbort);
  turn.next?.(false);
  turn.next = end;
  return await promise;
}
