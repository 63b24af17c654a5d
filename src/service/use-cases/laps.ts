import type { StepTimes } from '../../../schemas/trail.ts';

/** `complete` follows `print`: it adds to the PDF what Chromium leaves out. */
export type Step = 'queue' | 'template' | 'print' | 'complete' | 'convert';

interface Lap {
  readonly step: Step;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Divides the time of a document into steps, without gaps: time between two steps counts as queueing. */
export class Laps {
  readonly #laps: Lap[] = [];
  #last = performance.now();

  /** Records steps that have just ended, in order, with their durations in milliseconds. */
  note(steps: Partial<Record<Step, number>>): void {
    const now = performance.now();
    const done = Object.entries(steps) as [Step, number][];
    const worked = done.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
    for (const [step, milliseconds] of [
      ['queue', Math.max(0, now - this.#last - worked)] as const,
      ...done,
    ]) {
      this.#laps.push({ step, startedAt: this.#last, milliseconds });
      this.#last += milliseconds;
    }
    this.#last = now;
  }

  get all(): readonly Lap[] {
    return this.#laps;
  }

  /** The total of each step in milliseconds, in order. */
  get sums(): ReadonlyMap<Step, number> {
    const sums = new Map<Step, number>();
    for (const { step, milliseconds } of this.#laps) sums.set(step, (sums.get(step) ?? 0) + milliseconds);
    return sums;
  }

  /** The steps that callers and the trail see: `complete` counts as part of `print`. */
  get times(): StepTimes {
    const { complete = 0, ...times } = Object.fromEntries(this.sums) as Partial<Record<Step, number>>;
    return times.print === undefined ? times : { ...times, print: times.print + complete };
  }
}
