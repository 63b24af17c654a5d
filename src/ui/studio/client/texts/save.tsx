import { useState } from 'preact/hooks';
import { nameOf, saveFile } from '../save-file.ts';
import { ask } from '../service/ask.ts';
import { saveText } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';
import { isChanged, keepNow, type OpenText, open, say, text } from './open-text.ts';
import { shown } from './text-pages.tsx';

const FORMATS = [
  ['pdf', 'Download PDF'],
  ['docx', 'Download Word'],
] as const;

/** Writes the file of the text, and makes documents of it. */
export function Save({ opened }: { readonly opened: OpenText }) {
  const [isBusy, setBusy] = useState(false);
  const { templateId, version } = opened;
  const { signal } = new AbortController();
  const save = async () => {
    setBusy(true);
    const sent = text.value;
    const send = () => saveText(opened, sent, opened.etag, signal);
    const outcome = await askWithAnyKey('publish', send, signal);
    setBusy(false);
    if (outcome.kind === 'refused') return say(opened, outcome.refusal.message);
    open.value = { ...opened, base: sent, etag: outcome.response.headers.get('etag') ?? '' };
    keepNow();
    say(opened, 'Saved.');
  };
  const download = async (format: 'pdf' | 'docx') => {
    setBusy(true);
    const body = { templateId, version, format, data: shown.value?.data ?? {} };
    const outcome = await askWithAnyKey(
      'download',
      () => ask('/api/v1/documents/generate', body, signal),
      signal,
    );
    setBusy(false);
    if (outcome.kind === 'refused') return say(opened, outcome.refusal.message);
    const name = nameOf(outcome.response, `${templateId}-${version}.${format}`);
    saveFile(await outcome.response.blob(), name);
    say(opened, `Made ${name}.`);
  };
  return (
    <>
      <button
        type="button"
        id="publish"
        disabled={isBusy || !isChanged.value}
        onClick={() => void save().catch(() => {})}
      >
        Save
      </button>
      {FORMATS.map(([format, title]) => (
        <button
          key={format}
          type="button"
          class="plain"
          disabled={isBusy || isChanged.value}
          title={isChanged.value ? 'Made of the file: save first' : undefined}
          onClick={() => void download(format).catch(() => {})}
        >
          {title}
        </button>
      ))}
    </>
  );
}
