import type { StepTimes } from '../../schemas/trail.ts';

/** `complete` follows `print`: what Chromium leaves out is added to its PDF. */
export type Step = 'queue' | 'template' | 'print' | 'complete' | 'convert';

export interface Lap {
  readonly step: Step;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Where the time of a document went, without gaps: what no step took between two others was spent in a queue. */
export class Laps {
  readonly #laps: Lap[] = [];
  #last = performance.now();

  /** Notes steps that are done now, in their order, with the milliseconds that each took. */
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

  /** Milliseconds of each step, in their order. */
  get sums(): ReadonlyMap<Step, number> {
    const sums = new Map<Step, number>();
    for (const { step, milliseconds } of this.#laps) sums.set(step, (sums.get(step) ?? 0) + milliseconds);
    return sums;
  }

  /** As callers and the trail are told: what completes a PDF is part of its print. */
  get times(): StepTimes {
    const { complete = 0, ...times } = Object.fromEntries(this.sums) as Partial<Record<Step, number>>;
    return times.print === undefined ? times : { ...times, print: times.print + complete };
  }
}
