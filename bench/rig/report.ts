import type { Machine } from './machine.ts';
import { median } from './statistics.ts';

export interface Figure {
  readonly name: string;
  /** The figure; with `rounds`, their median. */
  readonly reached: number;
  readonly rounds?: readonly number[];
  readonly unit: '×' | 'ms' | 's' | '/s' | '';
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
}

export interface Report {
  readonly measure: string;
  readonly at: string;
  readonly machine: Machine;
  readonly options: Readonly<Record<string, unknown>>;
  readonly figures: readonly Figure[];
  readonly observations: Readonly<Record<string, unknown>>;
}

/** A figure of several rounds. */
export function figureOf(
  name: string,
  rounds: readonly number[],
  unit: Figure['unit'],
  target: Figure['target'],
): Figure {
  return { name, reached: median(rounds), rounds, unit, target };
}

export function isReached({ reached, target }: Figure): boolean {
  return 'atLeast' in target ? reached >= target.atLeast : reached <= target.atMost;
}

/** Such as `yes  PDFs over HTTP / bare loop   0.93 × (0.91 to 0.95), must be ≥ 0.9 ×`. */
export function formatFigure(figure: Figure): string {
  const { name, reached, rounds, unit, target } = figure;
  const spread =
    rounds === undefined ? '' : ` (${round(Math.min(...rounds))} to ${round(Math.max(...rounds))})`;
  const bound = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
  return [
    isReached(figure) ? 'yes' : 'NO ',
    name.padEnd(64),
    `${round(reached)} ${unit}${spread}`.padEnd(28),
    `must be ${bound} ${unit}`,
  ]
    .join('  ')
    .trimEnd();
}

export function formatMachine({
  cores,
  processor,
  memoryGigabytes,
  commit,
  node,
  chromium,
}: Machine): string {
  return `${cores} × ${processor}, ${memoryGigabytes} GB; commit ${commit}; Node ${node}; ${chromium}`;
}

/** Rounds to three significant digits. */
export function round(number: number): number {
  return Number(number.toPrecision(3));
}

/** Numbers, and lists of them, by name. */
type Numbers = Readonly<Record<string, number | readonly number[]>>;

/** @returns the same with three significant digits each */
export function roundAll(numbers: Numbers): Numbers {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      typeof value === 'number' ? round(value) : value.map(round),
    ]),
  );
}
