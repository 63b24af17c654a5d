import { useState } from 'preact/hooks';
import { withMoment } from '../../../../clients/typescript/src/moment.ts';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import { valueAt } from '../../../lib/paths.ts';
import { remember } from './changes/states.ts';
import { data } from './draft.ts';
import { takeMade } from './drafts/made.ts';
import { type Findings, findings, NOTHING, ofRefusal } from './findings.ts';
import { dataToSend } from './form/fields.ts';
import { patternFor } from './form/file-pattern.ts';
import { progressOf } from './form/progress.ts';
import type { Opened } from './opened.ts';
import { options, WHEN_UNSET } from './options.ts';
import { saveMade } from './save-file.ts';
import { titleOfTemplate } from './service/catalogue.ts';

export interface Notice {
  readonly text: string;
  readonly isFault?: boolean;
  /** A field to go to. */
  readonly field?: string | undefined;
  /** A text to copy by hand. */
  readonly copy?: string;
}

/** The request for the document as it is typed. Its file is named after whom it is for. */
export function requestFor({ schema, body }: Opened, format: DocumentFormat) {
  const values = dataToSend(schema, data.value);
  const fileName = patternFor(schema, titleOfTemplate(body.templateId), (path) => {
    return valueAt(values, path) !== undefined;
  });
  return {
    ...body,
    format,
    options: { embedData: WHEN_UNSET.embedData, ...(fileName && { fileName }), ...options.value },
    data: values,
  };
}

/** Whether the document has a blank for a field that is open, as far as the service has said: the company's profile may fill it. */
function isPrintedBlank(path: string, found: Findings): boolean {
  const isKnown = found !== NOTHING && found.missing.length + found.faults.length === 0;
  return !isKnown || found.blanks.some((blank) => blank === path || blank.startsWith(`${path}[`));
}

/** Makes and saves the document. What is telling and still blank is asked about once. */
export function useDownload(shown: Opened, say: (said: Notice | undefined) => void) {
  const [making, setMaking] = useState<DocumentFormat | undefined>(undefined);
  /** The format that was asked for while telling fields are blank; "" once blanks were meant. */
  const [asked, setAsked] = useState<DocumentFormat | '' | undefined>(undefined);
  const telling = progressOf(shown.schema, data.value)
    .open.filter(({ isTelling, path }) => isTelling && isPrintedBlank(path, findings.value))
    .map(({ path }) => path);

  const download = async (format: DocumentFormat, withBlanks = asked === '') => {
    if (making !== undefined) return;
    if (telling.length > 0 && !withBlanks) return setAsked(format);
    setAsked(withBlanks ? '' : undefined);
    setMaking(format);
    say({ text: `Making the ${format === 'pdf' ? 'PDF' : 'Word file'}…` });
    const sent = withMoment(requestFor(shown, format));
    const otherwise = `${shown.body.templateId}.${format}`;
    const outcome = await saveMade('download', otherwise, '/api/v1/documents/generate', sent);
    say(undefined);
    if (outcome.kind === 'done') {
      const { name, headers } = outcome;
      remember(`Made ${name}`, shown.body, sent.data);
      const documentId = headers.get('x-document-id');
      if (documentId !== null)
        takeMade([{ documentId, fileName: name, at: Date.now(), body: shown.body, data: sent.data }]);
      say({ text: `Made ${name}.` });
    } else if (outcome.kind === 'refused') {
      const found = ofRefusal(outcome.refusal);
      findings.value = found;
      const field = found.missing[0] ?? found.faults[0]?.field;
      // Its message names fields by path; the findings have their titles.
      const text =
        found.missing.length > 0
          ? 'The document is not finished: fill in what is still missing.'
          : outcome.refusal.message;
      say({ text, isFault: true, field: field || undefined });
    }
    setMaking(undefined);
  };

  return {
    making,
    download,
    /** What has to be answered before the file is made. */
    question: asked && telling.length > 0 ? { format: asked, paths: telling } : undefined,
    /** The next file is of another document. */
    askAgain: () => setAsked(undefined),
  };
}
