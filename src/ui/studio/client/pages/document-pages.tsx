import { titleOf } from '../../../rows/titles.ts';
import { laterWarnings } from '../findings.ts';
import { dataToSend } from '../form/fields.ts';
import { goToField } from '../go-to-field.ts';
import type { Opened } from '../opened.ts';
import { options } from '../options.ts';
import { pageData } from '../returned/returned.ts';
import { ask } from '../service/ask.ts';
import { PagesView } from './pages-view.tsx';

interface DocumentPagesProps {
  readonly shown: Opened;
  /** A place on a page was chosen: the form has to be in sight. */
  readonly onField: () => void;
}

/** The pages of a document, following the form. */
export function DocumentPages({ shown, onField }: DocumentPagesProps) {
  const { schema, body } = shown;
  return (
    <PagesView
      subject={shown}
      changes={[pageData, options]}
      ask={async (signal) => {
        const { paper, letterhead } = options.value;
        const look = { ...(paper && { paper }), ...(letterhead === false && { letterhead }) };
        const request = { ...body, options: look, data: dataToSend(schema, pageData.value) };
        const outcome = await ask('/api/v1/documents/preview', request, signal);
        if (outcome.kind === 'done') laterWarnings.value = Number(outcome.response.headers.get('x-warnings'));
        return outcome;
      }}
      look={() => JSON.stringify([options.value.paper, options.value.letterhead])}
      onField={(path) => {
        onField();
        goToField(path);
      }}
      nameOf={(path) => titleOf(schema, path)}
    />
  );
}
