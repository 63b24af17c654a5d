/** Runs tasks one at a time, in the order of their arrival. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Whether no task runs or waits. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  async take<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    const turn = this.#last.then(task).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}
