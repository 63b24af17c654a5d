import { signal } from '@preact/signals';
import type { DocumentServiceError } from '../../../../clients/typescript/src/error.ts';
import type { Valid } from '../../../../schemas/valid.ts';
import { type Data, leavesOf } from '../../../lib/paths.ts';
import type { Outcome } from './service/ask.ts';
import { countOf } from './words.ts';

/** What `validate` says of the values. */
export interface Findings {
  /** Paths. */
  readonly missing: readonly string[];
  readonly faults: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Paths of what is printed as blanks; known when nothing is missing or wrong. */
  readonly blanks: readonly string[];
}

export interface Finding {
  /** Path; the name of another part of the request for what is in no field. */
  readonly field: string;
  readonly message: string;
}

export const NOTHING: Findings = { missing: [], faults: [], warnings: [], blanks: [] };

export const findings = signal<Findings>(NOTHING);

/** How many warnings there are of unfinished data, of which `validate` says only what is missing or wrong. */
export const laterWarnings = signal(0);

/** Reads an answer of `validate`. @param data the values that were sent */
export async function readFindings(
  outcome: Extract<Outcome, { kind: 'done' | 'refused' }>,
  data: Data,
): Promise<Findings> {
  if (outcome.kind === 'refused') {
    const found = ofRefusal(outcome.refusal);
    if (outcome.refusal.code !== 'body_too_large') return found;
    const field = longestText(data);
    return { ...found, faults: found.faults.map(({ message }) => ({ field, message })) };
  }
  const { warnings, blanks } = (await outcome.response.json()) as Valid;
  return { ...NOTHING, warnings, blanks };
}

export function ofRefusal({ message, missingFields, invalidFields }: DocumentServiceError): Findings {
  const isOfNoField = missingFields.length + invalidFields.length === 0;
  return {
    ...NOTHING,
    missing: missingFields,
    faults: isOfNoField ? [{ field: '', message }] : invalidFields,
  };
}

/** All that is wrong with a request: what is missing, and then what is invalid. */
export function wrongIn(refusal: DocumentServiceError): Finding[] {
  const { missing, faults } = ofRefusal(refusal);
  return [...missing.map((field) => ({ field, message: 'is missing' })), ...faults];
}

/** What the status line says of them: nothing of kinds of which there are none. */
export function describe({ missing, faults, warnings }: Findings, later: number): string[] {
  const isWhole = missing.length + faults.length === 0;
  const parts: (readonly [count: number, text: string])[] = [
    [missing.length, countOf(missing.length, 'missing field')],
    [faults.length, `${faults.length.toLocaleString('en')} to correct`],
    isWhole
      ? [warnings.length, countOf(warnings.length, 'warning')]
      : [later, `${countOf(later, 'warning')} when the rest is right`],
  ];
  return parts.filter(([count]) => count > 0).map(([, text]) => text);
}

/** Path of the longest text, which makes a request too long. */
function longestText(data: unknown): string {
  const lengths = Array.from(leavesOf(data), ([path, value]) => ({ path, length: String(value).length }));
  return lengths.reduce((longest, one) => (one.length > longest.length ? one : longest), {
    path: '',
    length: 0,
  }).path;
}
