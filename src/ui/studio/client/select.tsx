export type Choices = readonly (readonly [value: string, words: string])[];

interface SelectProps {
  readonly value: string;
  readonly choices: Choices;
  readonly onChoose: (value: string) => void;
}

/** A list to choose one of. Other properties are those of the element. */
export function Select({ value, choices, onChoose, ...others }: SelectProps) {
  return (
    <select {...others} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {choices.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}
