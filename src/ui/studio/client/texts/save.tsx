import { useState } from 'preact/hooks';
import type { DocumentFormat } from '../../../../../schemas/formats.ts';
import { Button, Plain } from '../buttons.tsx';
import { saveMade } from '../save-file.ts';
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
  const save = async () => {
    setBusy(true);
    const sent = text.value;
    const send = () => saveText(opened, sent, opened.etag);
    const outcome = await askWithAnyKey('publish', send);
    setBusy(false);
    if (outcome.kind === 'refused') return say(opened, outcome.refusal.message);
    open.value = { ...opened, base: sent, etag: outcome.response.headers.get('etag') ?? '' };
    keepNow();
    say(opened, 'Saved.');
  };
  const download = async (format: DocumentFormat) => {
    setBusy(true);
    const body = { templateId, version, format, data: shown.value?.data ?? {} };
    const otherwise = `${templateId}-${version}.${format}`;
    const outcome = await saveMade('download', otherwise, '/api/v1/documents/generate', body);
    setBusy(false);
    if (outcome.kind === 'refused') return say(opened, outcome.refusal.message);
    if (outcome.kind === 'done') say(opened, `Made ${outcome.name}.`);
  };
  return (
    <>
      <Button id="publish" disabled={isBusy || !isChanged.value} onClick={() => void save().catch(() => {})}>
        Save
      </Button>
      {FORMATS.map(([format, title]) => (
        <Plain
          key={format}
          disabled={isBusy || isChanged.value}
          title={isChanged.value ? 'Made of the file: save first' : undefined}
          onClick={() => void download(format).catch(() => {})}
        >
          {title}
        </Plain>
      ))}
    </>
  );
}
