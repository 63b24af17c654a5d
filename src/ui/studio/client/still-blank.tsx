import { titleOf } from '../../rows/titles.ts';
import { Button, Links } from './buttons.tsx';
import { goToField } from './go-to-field.ts';
import type { Opened } from './opened.ts';

/** More than a sentence should name. */
const MOST_NAMED = 6;

interface StillBlankProps {
  readonly schema: Opened['schema'];
  readonly paths: readonly string[];
  readonly onMake: () => void;
}

/** Names what a document is about to be made without, and asks. */
export function StillBlank({ schema, paths, onMake }: StillBlankProps) {
  const more = paths.length - MOST_NAMED;
  return (
    <div class="still-blank" role="alert">
      <p>
        Still blank:{' '}
        <Links
          all={paths.slice(0, MOST_NAMED)}
          between=", "
          wordsOf={(path) => titleOf(schema, path)}
          onChoose={goToField}
        />
        {more > 0 && ` and ${more} more`}.
      </p>
      <Button onClick={onMake}>Make with blanks</Button>
    </div>
  );
}
