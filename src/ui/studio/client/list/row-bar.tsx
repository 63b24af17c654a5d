import { useLayoutEffect } from 'preact/hooks';
import { Plain } from '../buttons.tsx';
import { rowDraft, setData } from '../draft.ts';
import { Heading } from '../heading.tsx';
import type { Opened } from '../opened.ts';
import { goTo, route, siblingAddress } from '../route.ts';
import { jobOf } from './job.ts';

/** Above the form of a row: which one it is, and the ways to the others. */
export default function RowBar({ shown }: { readonly shown: Opened }) {
  const { row } = route.value;
  const job = jobOf(shown);
  const rows = job?.read.value.rows ?? [];
  const at = rows.findIndex(({ number }) => number === row);
  const found = rows[at];
  useLayoutEffect(() => {
    if (found !== undefined && rowDraft(row) === undefined) setData(found.data);
  }, [found, row]);
  const to = (text: string, number: number | undefined) => (
    <Plain disabled={number === undefined} onClick={() => goTo(siblingAddress(number ?? 0))}>
      {text}
    </Plain>
  );
  return (
    <div class="file-head">
      <Heading key={row} level="h2">
        {found === undefined ? `There is no row ${row} any more` : `Row ${row} of ${job?.name}`}
      </Heading>
      <div class="buttons">
        {to('Previous row', rows[at - 1]?.number)}
        {to('Next row', found && rows[at + 1]?.number)}
        {to('Back to the list', 0)}
      </div>
    </div>
  );
}
