import { signal } from '@preact/signals';
import type { TrailEntry, TrailPage } from '../../../../../schemas/trail.ts';
import { Link } from '../buttons.tsx';
import { takeUp } from '../draft.ts';
import { addressOf, goTo } from '../route.ts';
import { ask } from '../service/ask.ts';
import { titleOfTemplate } from '../service/catalogue.ts';
import { key } from '../service/key.ts';
import { useWork } from '../use-work.ts';
import { timeOf } from '../words.ts';
import { type Made, made } from './made.ts';

/** More than a person makes in a day; of a list, the latest. */
const MOST = 100;

const entries = signal<readonly TrailEntry[]>([]);

async function readEntries(signal: AbortSignal): Promise<void> {
  const outcome = await ask(`/api/v1/documents?limit=${MOST}`, undefined, signal);
  if (outcome.kind !== 'done') return;
  const { documents } = (await outcome.response.json()) as TrailPage;
  const today = new Date().toDateString();
  entries.value = documents.filter(
    ({ outcome, requestedAt }) => outcome === 'ok' && new Date(requestedAt).toDateString() === today,
  );
}

/** The documents that the key had made today. Their data are there when this browser has them. */
export function MadeToday() {
  useWork(readEntries, [key.value]);
  if (entries.value.length === 0) return null;
  return (
    <section>
      <h2>Made today</h2>
      <ul>
        {entries.value.map((entry) => (
          <Document
            key={entry.documentId}
            entry={entry}
            made={made.value.find(({ documentId }) => documentId === entry.documentId)}
          />
        ))}
      </ul>
    </section>
  );
}

function Document({ entry, made }: { readonly entry: TrailEntry; readonly made: Made | undefined }) {
  const { templateId, version, source, format } = entry;
  const title = titleOfTemplate(templateId ?? '');
  const ofText = `${title} ${version}${source === 'custom' ? ', your company’s text' : ''}`;
  return (
    <li>
      <span class="name">
        {made?.fileName ?? `${title}, ${format === 'docx' ? 'Word' : 'PDF'}`}
        <span class="faint">
          {' '}
          {timeOf(Date.parse(entry.requestedAt))} · {ofText}
        </span>
      </span>
      {made !== undefined && (
        <Link
          aria-label={`Open its data: ${made.fileName}`}
          onClick={() => {
            takeUp(made.body.templateId, made.data, `Opened the data of ${made.fileName}.`);
            goTo(addressOf({ ...made.body, isOwn: made.body.custom === true }));
          }}
        >
          Open its data
        </Link>
      )}
    </li>
  );
}
