import { effect } from '@preact/signals';
import type { TextFault } from '../../../../../clients/typescript/src/error.ts';
import { Follower } from '../follow.ts';
import { key } from '../service/key.ts';
import { isLocal } from '../service/page.ts';
import { checkText } from '../service/texts.ts';
import { fields, number, type OpenText, openFields, text } from './open-text.ts';
import { checked, faultsOf, findingsOf, unmade } from './text-findings.ts';
import { fieldsVersion } from './version-number.ts';

/** Checks the text as it is typed, and opens other fields when its number asks for them. @returns ends that */
export function followText({ template, templateId }: OpenText): () => void {
  const follower = new Follower(
    'check',
    (signal) => checkText(templateId, number.value, text.value, signal),
    async (outcome) => {
      if (outcome.kind === 'refused') {
        checked.value = faultsOf(outcome);
        return;
      }
      const { faults, warnings } = (await outcome.response.json()) as {
        readonly faults: readonly TextFault[];
        readonly warnings: readonly TextFault[];
      };
      checked.value = [...findingsOf('fault', faults), ...findingsOf('warning', warnings)];
    },
  );
  const endChecks = effect(() => {
    void [text.value, number.value, key.value, fields.value];
    follower.follow();
  });
  let opening = new AbortController();
  const endFields = effect(() => {
    opening.abort();
    opening = new AbortController();
    const wanted = isLocal ? number.value : fieldsVersion(template, number.value);
    if (fields.peek()?.version === wanted) return;
    openFields(template, wanted, opening.signal).catch(() => {});
  });
  return () => {
    endChecks();
    endFields();
    opening.abort();
    follower.stop();
    checked.value = [];
    unmade.value = [];
  };
}
