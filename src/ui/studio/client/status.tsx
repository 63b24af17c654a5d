import { describe, findings, laterWarnings } from './findings.ts';

/** How far the document is. */
export function Status() {
  const { missing, faults } = findings.value;
  const state = faults.length > 0 ? 'faulty' : missing.length > 0 ? 'unfinished' : 'fine';
  return (
    <p class={`status ${state}`} role="status">
      {describe(findings.value, laterWarnings.value)}
    </p>
  );
}
