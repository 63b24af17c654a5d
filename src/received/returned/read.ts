/**
 * Door of files that come back: bytes that any program may have written in, what they say out. Runs in a render process,
 * since the file may be hostile. Fetches, executes and keeps nothing.
 */

import type { DocumentFormat } from '../../../schemas/formats.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { makeDocument } from '../../formats/document/make-document.ts';
import type { DocumentRequest, Letterhead } from '../../formats/document/model.ts';
import { type Surroundings, surroundingsOf } from '../../formats/docx/convert.ts';
import type { Data } from '../../lib/paths.ts';
import type { Template } from '../../templating/language/load-template.ts';
import { TemplateError } from '../../templating/language/template-error.ts';
import { boundedReading } from './bounds.ts';
import { readPdfFile } from './file/pdf-file.ts';
import { type ClaimedIdentity, readWordIdentity } from './file/word-file.ts';
import { readPdf } from './read-pdf.ts';
import { readWord } from './read-word.ts';
import type { ExactText, Reading } from './reading.ts';
import { hideUnknown } from './redline/redline.ts';
import { KnownTexts, type Unit, unitsOf } from './text/expected.ts';

export type { ClaimedIdentity } from './file/word-file.ts';
export type {
  Change,
  DataAsMade,
  Difference,
  Differences,
  OtherFilling,
  Reading,
  ReadValue,
} from './reading.ts';
export { UNKNOWN } from './reading.ts';
export { differencesOf } from './redline/differences.ts';
export { type DocumentAsMade, redlineOf } from './redline/redline.ts';
export { UnreadableFile } from './unreadable.ts';

/** The exact text that a file is compared with. */
export interface TextToCompare
  extends Pick<DocumentRequest, 'title' | 'origin' | 'fields'>,
    Omit<ExactText, 'print' | 'surroundings'> {
  /** The letterhead that its document had, which may be none; undefined when that is not known. */
  readonly letterhead?: { readonly used: Letterhead | undefined } | undefined;
}

/** What a file says of itself. @throws UnreadableFile */
export async function identifyFile(format: DocumentFormat, bytes: Uint8Array): Promise<ClaimedIdentity> {
  return format === 'pdf' ? (await readPdfFile(bytes)).identity : readWordIdentity(bytes);
}

/** @throws UnreadableFile */
export async function readFile(
  format: DocumentFormat,
  bytes: Uint8Array,
  template: Template,
  text: TextToCompare,
): Promise<Reading> {
  const exact: ExactText = {
    ...text,
    print: printerOf(template, text),
    surroundings: text.letterhead && surroundingsPrinter(template, text, text.letterhead.used),
  };
  return boundedReading(format === 'pdf' ? await readPdf(bytes, exact) : readWord(bytes, exact).reading);
}

function printerOf(template: Template, { title, origin, fields }: TextToCompare): ExactText['print'] {
  const options = { ...DEFAULT_OPTIONS, fillable: 'all' } as const;
  const request: DocumentRequest = { title, origin, format: 'docx', options, ...(fields && { fields }) };
  const known = new KnownTexts();
  return (data, unknown = []): readonly Unit[] | undefined => {
    try {
      const document = makeDocument(template, data, request);
      hideUnknown(document, new Set(unknown));
      return unitsOf(document, known);
    } catch (error) {
      // Some data that are only tried make no document.
      if (error instanceof TemplateError) return undefined;
      throw error;
    }
  };
}

function surroundingsPrinter(
  template: Template,
  { title, origin, fields }: TextToCompare,
  letterhead: Letterhead | undefined,
): (data: Data) => Surroundings {
  const request: DocumentRequest = { title, origin, format: 'docx', letterhead, ...(fields && { fields }) };
  return (data) => surroundingsOf(makeDocument(template, data, request));
}
