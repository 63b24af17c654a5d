import type { DocumentOptions } from '../../../../schemas/options.ts';
import { OPTION_WORDS } from '../../../../schemas/shared/option-words.ts';
import { findings } from './findings.ts';
import { options, setOption, WHEN_UNSET } from './options.ts';
import { Select } from './select.tsx';

type Name = keyof DocumentOptions;

const NAMES = Object.keys(OPTION_WORDS) as Name[];
/** The others are behind “More”. */
const HERE = NAMES.filter((name) => name !== 'signatures');

export function OptionsForm() {
  const faults = findings.value.faults.filter(({ field }) => field.startsWith('options.'));
  return (
    <details class="options" open={faults.length > 0 || undefined}>
      <summary>Options</summary>
      <div class="fields">
        {HERE.map((name) => (
          <Option key={name} name={name} />
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

/** An option; its default is not sent. */
export function Option({ name }: { readonly name: Name }) {
  const { label, choices, unset } = OPTION_WORDS[name];
  const { [name]: whenUnset } = WHEN_UNSET;
  const { [name]: value } = options.value;
  const choose = (next: string | boolean) =>
    setOption(name, next === '' || next === whenUnset ? undefined : next);
  if (typeof whenUnset === 'boolean')
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === undefined ? whenUnset : value === true}
          onChange={({ currentTarget: { checked } }) => choose(checked)}
        />
        <span>{label}</span>
      </label>
    );
  if (choices === undefined)
    return (
      <label>
        <span>{label}</span>
        <input
          value={String(value ?? '')}
          placeholder={unset}
          onChange={({ currentTarget }) => choose(currentTarget.value.trim())}
        />
      </label>
    );
  return (
    <label>
      <span>{label}</span>
      <Select
        value={String(value ?? whenUnset ?? '')}
        choices={[...(unset === undefined ? [] : [['', unset] as const]), ...Object.entries(choices)]}
        onChoose={choose}
      />
    </label>
  );
}
