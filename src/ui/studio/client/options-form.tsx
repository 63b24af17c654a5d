import type { DocumentOptions } from '../../../../schemas/options.ts';
import { findings } from './findings.ts';
import { options, setOption } from './options.ts';
import { type Choices, Select } from './select.tsx';

const FILLABLE: Choices = [
  ['', 'What is left blank'],
  ['all', 'Everything, in Word'],
  ['none', 'Nothing: lines to write on'],
];

const SIGNATURES: Choices = [
  ['', 'Lines to sign on'],
  ['fields', 'Signature fields (PDF)'],
  ['docusign', 'DocuSign'],
  ['documenso', 'Documenso'],
  ['docuseal', 'DocuSeal'],
  ['adobe', 'Adobe Sign'],
];

const PAPERS: Choices = [
  ['', 'As the company has it'],
  ['A4', 'A4'],
  ['Letter', 'Letter'],
];

/** How the downloaded file is made. */
export function OptionsForm() {
  const faults = findings.value.faults.filter(({ field }) => field.startsWith('options.'));
  return (
    <details class="options" open={faults.length > 0 || undefined}>
      <summary>Options</summary>
      <div class="fields">
        <Check name="draft" text="DRAFT across every page" whenUnset={false} />
        <Check name="letterhead" text="Letterhead of the company" whenUnset />
        <Check name="archive" text="For archives (PDF/A)" whenUnset={false} />
        <Choice name="paper" text="Paper" choices={PAPERS} />
        <Choice name="fillable" text="Fields to fill in later" choices={FILLABLE} />
        <Choice name="signatures" text="Signatures" choices={SIGNATURES} />
      </div>
      {faults.map(({ field, message }) => (
        <p key={field} class="fault">
          {field.replace('options.', '')} {message}
        </p>
      ))}
    </details>
  );
}

interface CheckProps {
  readonly name: keyof DocumentOptions;
  readonly text: string;
  readonly whenUnset: boolean;
}

function Check({ name, text, whenUnset }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={options.value[name] === undefined ? whenUnset : options.value[name] === true}
        onChange={({ currentTarget: { checked } }) =>
          setOption(name, checked === whenUnset ? undefined : checked)
        }
      />
      <span>{text}</span>
    </label>
  );
}

interface ChoiceProps {
  readonly name: keyof DocumentOptions;
  readonly text: string;
  readonly choices: Choices;
}

function Choice({ name, text, choices }: ChoiceProps) {
  return (
    <label>
      <span>{text}</span>
      <Select
        value={String(options.value[name] ?? '')}
        choices={choices}
        onChoose={(value) => setOption(name, value || undefined)}
      />
    </label>
  );
}
