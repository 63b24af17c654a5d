import type { DataSchema } from '../../../../lib/schema.ts';
import { type Choices, Select } from '../select.tsx';
import { conditionsFor, type When } from './conditions.ts';
import { type Facts, KIND_WORDS, type Kind } from './definition.ts';

interface FieldInputsProps {
  /** Its name; "" for one that is not there yet. */
  readonly name: string;
  readonly schema: DataSchema;
  readonly facts: Facts;
  readonly onChange: (facts: Facts) => void;
}

export function FieldInputs({ name, schema, facts, onChange }: FieldInputsProps) {
  const { title, kind, choices, isRequired, when, example } = facts;
  const change = (some: Partial<Facts>) => onChange({ ...facts, ...some });
  return (
    <div class="fields">
      <label>
        Title
        <input required value={title} onInput={({ currentTarget: { value } }) => change({ title: value })} />
      </label>
      <label>
        Kind
        <Select
          value={kind ?? ''}
          choices={kind === undefined ? [['', 'as the JSON says'], ...KIND_WORDS] : KIND_WORDS}
          onChoose={(value) => change({ kind: value as Kind })}
        />
      </label>
      {kind === 'choice' && (
        <label class="wide">
          Choices, one a line
          <textarea
            required
            value={choices.join('\n')}
            onChange={({ currentTarget: { value } }) => change({ choices: linesOf(value) })}
          />
        </label>
      )}
      <label>
        Asked for
        <Select
          value={idOf(when)}
          choices={conditionChoices(schema, name, when)}
          // A condition says when it is required.
          onChoose={(id) =>
            change(id === '' ? { when: undefined } : { when: JSON.parse(id), isRequired: false })
          }
        />
      </label>
      {kind !== undefined && kind !== 'flag' && kind !== 'choice' && kind !== 'texts' && (
        <label>
          Example, for the sample
          <input
            placeholder={kind === 'date' ? 'YYYY-MM-DD' : undefined}
            value={example}
            onInput={({ currentTarget: { value } }) => change({ example: value })}
          />
        </label>
      )}
      {when === undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={isRequired}
            onChange={({ currentTarget: { checked } }) => change({ isRequired: checked })}
          />
          Required
        </label>
      )}
    </div>
  );
}

function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}

function idOf(when: Facts['when']): string {
  return when === undefined ? '' : JSON.stringify(when);
}

function conditionChoices(schema: DataSchema, name: string, when: Facts['when']): Choices {
  const all: (readonly [string, string])[] = conditionsFor(schema, name).map((one) => [
    idOf(one),
    conditionWords(schema, one),
  ]);
  if (when !== undefined && !all.some(([id]) => id === idOf(when)))
    all.unshift([idOf(when), conditionWords(schema, when)]);
  return [['', 'always'], ...all];
}

/** "only when Secured is yes" */
export function conditionWords(schema: DataSchema, when: When | 'several'): string {
  if (when === 'several') return 'when the JSON says';
  const { by, value } = when;
  const words = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  return `only when ${schema.properties?.[by]?.title ?? by} is ${words}`;
}
