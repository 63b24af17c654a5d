/** An entry of a line, with its neighbours. An entry is in one line at a time. */
export interface Linked<Entry> {
  before: Entry | undefined;
  after: Entry | undefined;
}

/** A first-in, first-out queue from which any entry can leave in constant time, however many there are. */
export class Line<Entry extends Linked<Entry>> {
  #first: Entry | undefined;
  #last: Entry | undefined;

  get first(): Entry | undefined {
    return this.#first;
  }

  get last(): Entry | undefined {
    return this.#last;
  }

  push(entry: Entry): void {
    entry.before = this.#last;
    if (this.#last === undefined) this.#first = entry;
    else this.#last.after = entry;
    this.#last = entry;
  }

  remove(entry: Entry): void {
    if (entry.before === undefined) this.#first = entry.after;
    else entry.before.after = entry.after;
    if (entry.after === undefined) this.#last = entry.before;
    else entry.after.before = entry.before;
    entry.before = undefined;
    entry.after = undefined;
  }
}
