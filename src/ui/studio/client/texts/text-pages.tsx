import { computed, signal } from '@preact/signals';
import { titleOf } from '../../../rows/titles.ts';
import { keep, kept } from '../kept.ts';
import type { ChosenWord } from '../pages/chosen-word.ts';
import { PagesView } from '../pages/pages-view.tsx';
import { Select } from '../select.tsx';
import { ask } from '../service/ask.ts';
import { fields, number, type OpenText, parts, text } from './open-text.ts';
import { faultsOf, unmade } from './text-findings.ts';

/** The id of the data that the pages are shown with. */
const chosen = signal(kept<string>('case') ?? '');

/** That data; the sample where the version has no such case. */
export const shown = computed(() => {
  const cases = fields.value?.cases ?? [];
  return cases.find(({ id }) => id === chosen.value) ?? cases[0];
});

export function ShownWith() {
  return (
    <label>
      Shown with{' '}
      <Select
        value={shown.value?.id ?? ''}
        choices={(fields.value?.cases ?? []).map(({ id, title }) => [id, title])}
        onChoose={(id) => {
          chosen.value = id;
          keep('case', id);
        }}
      />
    </label>
  );
}

interface PagesOfTextProps {
  readonly opened: OpenText;
  readonly onWord: (word: ChosenWord | undefined) => void;
}

export function PagesOfText({ opened, onWord }: PagesOfTextProps) {
  const { templateId, version, isOwn, baseFields } = opened;
  return (
    <PagesView
      subject={`${templateId}/${version}/${isOwn}`}
      changes={[text, parts, shown]}
      ask={async (signal) => {
        const body = {
          templateId,
          version: fields.value?.version ?? number.value,
          ...(baseFields !== '' && { custom: true }),
          data: shown.value?.data ?? {},
          text: text.value,
          ...(Object.keys(parts.value).length > 0 && { parts: parts.value }),
        };
        const outcome = await ask('/api/v1/documents/preview?draft=false&origins=true', body, signal);
        unmade.value = outcome.kind === 'refused' ? faultsOf(outcome) : [];
        return outcome;
      }}
      look={() => `${fields.value?.version} ${shown.value?.id}`}
      // The pages say where the value is printed.
      onField={() => {}}
      onWord={onWord}
      nameOf={(path) => (fields.value === undefined ? path : titleOf(fields.value.schema, path))}
      describe={({ faults, message }) =>
        faults.length > 0
          ? 'Something in the text is to be corrected first. These are the last pages without it.'
          : message
      }
    />
  );
}
