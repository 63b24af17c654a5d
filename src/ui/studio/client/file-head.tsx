import { Plain } from './buttons.tsx';
import { Heading } from './heading.tsx';

interface FileHeadProps {
  readonly name: string;
  readonly onBack: () => void;
}

/** The name of a file that is shown in place of the form, and the way back. */
export function FileHead({ name, onBack }: FileHeadProps) {
  return (
    <div class="file-head">
      <Heading level="h2">{name}</Heading>
      <Plain onClick={onBack}>Back to the form</Plain>
    </div>
  );
}
