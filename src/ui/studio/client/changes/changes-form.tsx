import { useState } from 'preact/hooks';
import type { Data } from '../../../../lib/paths.ts';
import { titleOf } from '../../../rows/titles.ts';
import { Button } from '../buttons.tsx';
import { type Findings, findings, wrongIn } from '../findings.ts';
import { keep, kept } from '../kept.ts';
import type { Opened } from '../opened.ts';
import { optionsFor } from '../options.ts';
import { saveMade } from '../save-file.ts';
import { Select } from '../select.tsx';
import { timeOf } from '../words.ts';
import { isEqual, type State, states } from './states.ts';

interface ChangesFormProps {
  readonly shown: Opened;
  /** The values as they are sent. */
  readonly data: Data;
}

/** Makes the Word file that shows, as tracked changes, what has changed since a file was opened, saved or made. */
export function ChangesForm({ shown, data }: ChangesFormProps) {
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const [author, setAuthor] = useState(kept<string>('author') ?? '');
  const [isMaking, setMaking] = useState(false);
  const [said, setSaid] = useState({ text: '', isFault: false });
  const from =
    states.value.find(({ at }) => at === chosen) ??
    states.value.find(({ what }) => what.startsWith('Opened')) ??
    states.value[0];
  const reason = reasonAgainst(from, shown, data, findings.value);

  const download = async () => {
    if (from === undefined) return;
    setMaking(true);
    setSaid({ text: '', isFault: false });
    const request = requestOf(from, shown, data, author);
    const otherwise = `${shown.body.templateId}-compared.docx`;
    const outcome = await saveMade('compare', otherwise, '/api/v1/documents/compare', request);
    setMaking(false);
    if (outcome.kind === 'done') setSaid({ text: `Made ${outcome.name}.`, isFault: false });
    else if (outcome.kind === 'refused') {
      const words = wrongIn(outcome.refusal).map(({ field, message }) =>
        `${fieldWords(shown, field)} ${message}`.trim(),
      );
      setSaid({ text: words.join('; '), isFault: true });
    }
  };

  return (
    <details class="options changes">
      <summary>What has changed</summary>
      <div class="fields">
        <p class="wide help">
          A Word file with tracked changes, from the data as they were to the data as they are now.
        </p>
        {states.value.length > 0 && (
          <label>
            <span>Since</span>
            <Select
              value={String(from?.at)}
              choices={states.value.map(({ what, at }) => [String(at), `${what}, ${timeOf(at)}`])}
              onChoose={(at) => setChosen(Number(at))}
            />
          </label>
        )}
        <label>
          <span>Author of the changes</span>
          <input
            type="text"
            autocomplete="off"
            maxLength={255}
            placeholder="Document generation service"
            value={author}
            onInput={({ currentTarget: { value } }) => {
              setAuthor(value);
              keep('author', value);
            }}
          />
        </label>
        <div class="wide">
          <Button
            disabled={reason !== '' || isMaking}
            aria-busy={isMaking}
            aria-describedby="changes-reason"
            onClick={() => void download()}
          >
            Download changes
          </Button>
          <p id="changes-reason" class="help">
            {reason}
          </p>
          <p class={said.isFault ? 'fault' : ''} aria-live="polite">
            {said.text}
          </p>
        </div>
      </div>
    </details>
  );
}

/** Why there is nothing to download; "" when there is. */
function reasonAgainst(
  from: State | undefined,
  { body }: Opened,
  data: Data,
  { missing, faults }: Findings,
): string {
  if (from === undefined) return 'Open, save or download something first: changes are counted from there.';
  if (from.body.custom !== body.custom)
    return 'That was made of another text: the catalogue’s and your company’s own cannot be compared.';
  if (from.body.version === body.version && isEqual(from.data, data)) return 'Nothing has changed since.';
  const inData = faults.filter(({ field }) => !field.startsWith('options.'));
  if (missing.length + inData.length > 0)
    return 'First fill in what is missing and correct what is wrong: both documents must be whole.';
  return '';
}

function requestOf(from: State, { body }: Opened, data: Data, author: string): object {
  const { version, ...text } = body;
  return {
    ...text,
    from: { version: from.body.version, data: from.data },
    to: { version, data },
    options: optionsFor('docx'),
    ...(author.trim() !== '' && { author: author.trim() }),
  };
}

/** `from.data.parties[0].fullName` → `As it was: Party 1: Full name` */
function fieldWords({ schema }: Opened, field: string): string {
  const [, side, path] = /^(from|to)\.data\.?(.*)$/.exec(field) ?? [];
  if (side === undefined || path === undefined) return field;
  return `${side === 'from' ? 'As it was: ' : ''}${titleOf(schema, path)}`;
}
