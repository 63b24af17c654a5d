import { effect } from '@preact/signals';
import type { TextReview } from '../../../../../schemas/overrides.ts';
import { follower } from '../follow.ts';
import { key } from '../service/key.ts';
import { checkText } from '../service/texts.ts';
import {
  fields,
  fieldsFault,
  fieldsName,
  number,
  type OpenText,
  openFields,
  ownFields,
  parts,
  text,
  textToSend,
} from './open-text.ts';
import { checked, faultsOf, findingsOf, unmade } from './text-findings.ts';

/** Checks the text as it is typed, and opens other fields when its number asks for them. @returns ends that */
export function followText(opened: OpenText): () => void {
  const { templateId } = opened;
  const checks = follower(
    'check',
    async (signal) => {
      const { value: message } = fieldsFault;
      if (message === '') return await checkText({ templateId, version: number.value }, textToSend(), signal);
      return { kind: 'done', response: Response.json({ faults: [{ message }], warnings: [] }) };
    },
    async (outcome) => {
      if (outcome.kind === 'refused') {
        checked.value = faultsOf(outcome);
        return;
      }
      const { faults, warnings } = (await outcome.response.json()) as TextReview;
      checked.value = [...findingsOf('fault', faults), ...findingsOf('warning', warnings)];
    },
  );
  const endChecks = effect(() => {
    void [text.value, parts.value, ownFields.value, number.value, key.value, fields.value];
    checks.follow();
  });
  let opening = new AbortController();
  const endFields = effect(() => {
    opening.abort();
    opening = new AbortController();
    const wanted = fieldsName(opened, number.value);
    if (fields.peek()?.version === wanted.version) return;
    openFields(wanted, opening.signal).catch(() => {});
  });
  return () => {
    endChecks();
    endFields();
    opening.abort();
    checks.stop();
    checked.value = [];
    unmade.value = [];
  };
}
