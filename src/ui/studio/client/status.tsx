import type { DataSchema } from '../../../lib/schema.ts';
import { data } from './draft.ts';
import { describe, findings, laterWarnings } from './findings.ts';
import { progressOf } from './form/progress.ts';

/** How far the document is. */
export function Status({ schema }: { readonly schema: DataSchema }) {
  const { missing, faults } = findings.value;
  const { of, open } = progressOf(schema, data.value);
  const filled = of - open.length;
  const state = faults.length > 0 ? 'faulty' : missing.length + open.length > 0 ? 'unfinished' : 'fine';
  return (
    <div class={`status ${state}`}>
      <p role="status">
        {[`${filled} of ${of} filled in`, ...describe(findings.value, laterWarnings.value)].join(' · ')}
      </p>
      <progress max={of} value={filled} aria-hidden="true" />
    </div>
  );
}
