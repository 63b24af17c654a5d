import { signal } from '@preact/signals';
import type { TextFault } from '../../../../../clients/typescript/src/error.ts';
import type { Outcome } from '../service/ask.ts';
import { countOf } from '../words.ts';

/** What the service says of a text that is not published. */
export interface Finding extends TextFault {
  readonly kind: 'fault' | 'warning';
}

/** What `check` says. */
export const checked = signal<readonly Finding[]>([]);

/** Why the pages could not be made with the data that is shown. */
export const unmade = signal<readonly Finding[]>([]);

export function findingsOf(kind: Finding['kind'], faults: readonly TextFault[]): Finding[] {
  return faults.map((fault) => ({ ...fault, kind }));
}

/** Why a text is refused; nothing when it is for the sake of the key. */
export function faultsOf({ refusal }: Extract<Outcome, { kind: 'refused' }>): Finding[] {
  const { code, faults, message } = refusal;
  if (code === 'right_missing') return [];
  return findingsOf('fault', faults.length > 0 ? faults : [{ message }]);
}

/** All findings, each once, the faults first and each kind in the order of the lines. */
export function allFindings(): readonly Finding[] {
  const seen = new Set<string>();
  return [...checked.value, ...unmade.value]
    .filter(({ kind, line, column, message }) => {
      const id = JSON.stringify([kind, line, column, message]);
      return !seen.has(id) && seen.add(id);
    })
    .toSorted((one, other) => weight(one) - weight(other));
}

/** Lines are fewer than this: a text has at most 512 KiB. */
const MOST_LINES = 1_000_000;

function weight({ kind, line = 0 }: Finding): number {
  return (kind === 'fault' ? 0 : MOST_LINES) + line;
}

export function describe(findings: readonly Finding[]): string {
  const faults = findings.filter(({ kind }) => kind === 'fault').length;
  return `${faults || 'Nothing'} to correct · ${countOf(findings.length - faults, 'warning')}`;
}
