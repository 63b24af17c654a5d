import type { DocumentOptions } from '../../../../../schemas/options.ts';
import { titleOf } from '../../../rows/titles.ts';
import { laterWarnings } from '../findings.ts';
import { dataToSend } from '../form/fields.ts';
import { goToField } from '../go-to-field.ts';
import type { Opened } from '../opened.ts';
import { options } from '../options.ts';
import { pageData, shownReturned } from '../returned/returned.ts';
import { ask } from '../service/ask.ts';
import { PagesView } from './pages-view.tsx';

/** The options that change how the pages look, and how the request for them has them. */
function lookOf({ paper, letterhead, employer, draft = false }: DocumentOptions) {
  const look = {
    ...(paper && { paper }),
    ...(letterhead === false && { letterhead }),
    ...(employer && { employer }),
  };
  return { path: `/api/v1/documents/preview?draft=${draft}`, options: look };
}

interface DocumentPagesProps {
  readonly shown: Opened;
  /** A place on a page was chosen: the form has to be in sight. */
  readonly onField: () => void;
}

export function DocumentPages({ shown, onField }: DocumentPagesProps) {
  const { schema, body } = shown;
  return (
    <PagesView
      subject={shown}
      changes={[pageData, shownReturned, options]}
      ask={async (signal) => {
        const file = shownReturned.value;
        // A PDF that came back is shown as it is: of its words, only the fields are known.
        if (file?.reading.document.format === 'pdf')
          return { kind: 'done', response: new Response(file.file) } as const;
        const { path, options: look } = lookOf(options.value);
        const request = { ...body, options: look, data: dataToSend(schema, pageData.value) };
        const outcome = await ask(path, request, signal);
        if (outcome.kind === 'done') laterWarnings.value = Number(outcome.response.headers.get('x-warnings'));
        return outcome;
      }}
      look={() => JSON.stringify([lookOf(options.value), shownReturned.value?.name])}
      onField={(path) => {
        onField();
        goToField(path);
      }}
      nameOf={(path) => titleOf(schema, path)}
    />
  );
}
