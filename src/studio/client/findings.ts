import { signal } from '@preact/signals';
import type { Outcome, Refusal } from './service/ask.ts';

/** What `validate` says of the values. */
export interface Findings {
  /** Paths. */
  readonly missing: readonly string[];
  readonly faults: readonly Said[];
  readonly warnings: readonly Said[];
  /** Paths of what is printed as blanks; known when nothing is missing or wrong. */
  readonly blanks: readonly string[];
}

export interface Said {
  /** Path; the name of another part of the request for what is in no field. */
  readonly field: string;
  readonly message: string;
}

export const NOTHING: Findings = { missing: [], faults: [], warnings: [], blanks: [] };

export const findings = signal<Findings>(NOTHING);

/** Reads an answer of `validate`, or a refusal of `generate`. @returns undefined when it says nothing of the values */
export async function readFindings(
  outcome: Extract<Outcome, { kind: 'done' | 'refused' }>,
): Promise<Findings> {
  if (outcome.kind === 'refused') return ofRefusal(outcome.refusal);
  const { warnings, blanks } = (await outcome.response.json()) as Pick<Findings, 'warnings' | 'blanks'>;
  return { ...NOTHING, warnings, blanks };
}

export function ofRefusal({ message, missing, invalid }: Refusal): Findings {
  const faults = missing.length + invalid.length === 0 ? [{ field: '', message }] : invalid;
  return { ...NOTHING, missing, faults };
}

/** The status line. */
export function describe({ missing, faults, warnings, blanks }: Findings): string {
  const parts = [
    count(missing.length, 'missing field'),
    count(faults.length, 'fault'),
    count(warnings.length, 'warning'),
  ];
  if (missing.length + faults.length === 0 && blanks.length > 0) parts.push(`${blanks.length} left blank`);
  return parts.join(' · ');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
