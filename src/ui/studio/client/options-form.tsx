import type { DocumentOptions } from '../../../../schemas/options.ts';
import { OPTION_WORDS } from '../../../../schemas/shared/option-words.ts';
import { findings } from './findings.ts';
import { options, setOption, WHEN_UNSET } from './options.ts';
import { type Choices, Select } from './select.tsx';

type Name = keyof DocumentOptions;

const NAMES = Object.keys(OPTION_WORDS) as Name[];

/** How the downloaded file is made: a field for each option. */
export function OptionsForm() {
  const faults = findings.value.faults.filter(({ field }) => field.startsWith('options.'));
  return (
    <details class="options" open={faults.length > 0 || undefined}>
      <summary>Options</summary>
      <div class="fields">
        {NAMES.map((name) => (
          <Field key={name} name={name} />
        ))}
      </div>
      {faults.map(({ field, message }) => (
        <p key={field} class="fault">
          {labelOf(field)} {message}
        </p>
      ))}
    </details>
  );
}

/** `options.paper` → `Paper:` */
function labelOf(field: string): string {
  const name = NAMES.find((one) => field === `options.${one}`);
  return name === undefined ? field : `${OPTION_WORDS[name].label}:`;
}

function Field({ name }: { readonly name: Name }) {
  const whenUnset = WHEN_UNSET[name];
  if (typeof whenUnset === 'boolean') return <Check name={name} whenUnset={whenUnset} />;
  const { choices } = OPTION_WORDS[name];
  return choices === undefined ? (
    <Text name={name} />
  ) : (
    <Choice name={name} choices={choicesOf(name, choices)} />
  );
}

function Text({ name }: { readonly name: Name }) {
  const { label, unset } = OPTION_WORDS[name];
  return (
    <label>
      <span>{label}</span>
      <input
        value={String(options.value[name] ?? '')}
        placeholder={unset}
        onChange={({ currentTarget: { value } }) => setOption(name, value.trim() || undefined)}
      />
    </label>
  );
}

function Choice({ name, choices }: { readonly name: Name; readonly choices: Choices }) {
  return (
    <label>
      <span>{OPTION_WORDS[name].label}</span>
      <Select
        value={String(options.value[name] ?? '')}
        choices={choices}
        onChoose={(value) => setOption(name, value || undefined)}
      />
    </label>
  );
}

/** The choices of an enumeration. The default has no value, so that it is not sent. */
function choicesOf(name: Name, words: Readonly<Record<string, string>>): Choices {
  const { unset } = OPTION_WORDS[name];
  const choices = Object.entries(words).map(
    ([value, text]) => [value === WHEN_UNSET[name] ? '' : value, text] as const,
  );
  return unset === undefined ? choices : [['', unset], ...choices];
}

function Check({ name, whenUnset }: { readonly name: Name; readonly whenUnset: boolean }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={options.value[name] === undefined ? whenUnset : options.value[name] === true}
        onChange={({ currentTarget: { checked } }) =>
          setOption(name, checked === whenUnset ? undefined : checked)
        }
      />
      <span>{OPTION_WORDS[name].label}</span>
    </label>
  );
}
