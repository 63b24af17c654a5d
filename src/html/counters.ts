import type { Element } from 'domhandler';

interface Counter {
  /** A counter lives in the element that made it, in that element's later siblings, and below them. */
  readonly origin: Element;
  value: number;
}

/** CSS counters, as css-lists-3 has them, while a tree is walked in document order. */
export class Counters {
  readonly #open = new Map<string, Counter[]>();
  /** Parents of elements that made a counter: most elements have none to end. */
  readonly #parents = new Set<unknown>();

  /** `counter-reset`: a new counter, which hides the one before until its parent is left. */
  reset(name: string, element: Element): void {
    this.#named(name).push(this.#made(element));
  }

  /** `counter-increment` of the innermost counter of the name. */
  increment(name: string, element: Element): void {
    const counters = this.#named(name);
    const counter = counters.at(-1) ?? this.#made(element);
    if (counters.length === 0) counters.push(counter);
    counter.value++;
  }

  value(name: string): number {
    return this.#open.get(name)?.at(-1)?.value ?? 0;
  }

  /** Ends the counters that children of the element made. */
  leave(parent: Element): void {
    if (!this.#parents.delete(parent)) return;
    for (const counters of this.#open.values()) {
      while (counters.at(-1)?.origin.parent === parent) counters.pop();
    }
  }

  #made(origin: Element): Counter {
    this.#parents.add(origin.parent);
    return { origin, value: 0 };
  }

  #named(name: string): Counter[] {
    const counters = this.#open.get(name) ?? [];
    this.#open.set(name, counters);
    return counters;
  }
}
