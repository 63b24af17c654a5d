import type { Reading } from '../../../schemas/reading.ts';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import { valueAt } from '../../../src/lib/paths.ts';
import type { ReadWord } from '../../../src/received/returned/read-word.ts';
import type { Difference } from '../../../src/received/returned/reading.ts';
import { differencesOf } from '../../../src/received/returned/redline/differences.ts';
import type { DocumentAsMade } from '../../../src/received/returned/redline/redline.ts';
import { dataAsMade, printedConditions, readAnew } from '../../../src/service/use-cases/as-made.ts';
import { judgeReading } from '../../../src/service/use-cases/judge-reading.ts';
import { ValueDigester } from '../../../src/service/use-cases/value-digests.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { readFontCoverage } from '../../../src/templating/warnings/font-coverage.ts';
import { accepted, type Data } from '../../service/use-cases/documents.ts';
import { loadedTemplate, readBack, readPdfBack } from './reading.ts';

const fonts = await readFontCoverage();
const digester = new ValueDigester(Buffer.alloc(32, 7));
const DOCUMENT = '5d41402a-bc4b-8a76-b971-9d911017c592';

/** What the trail has of a document. @param isSent whether the caller has sent its data, too */
function trailOf(template: Template, data: Data, isSent = false) {
  const whole = accepted(template, data);
  const digests = digester.of(DOCUMENT, { data: whole, letterhead: undefined });
  const compared = { digests: 0 };
  const isPrinted = (path: string, value: unknown) => {
    compared.digests += 1;
    return digests[path] === digester.digest(DOCUMENT, path, value);
  };
  const conditions = printedConditions(template.schema, digests, isPrinted);
  return {
    compared,
    known: { digests, isPrinted, sentAt: (path: string) => (isSent ? valueAt(whole, path) : undefined) },
    printed: { printed: Object.keys(digests), conditions },
  };
}

/** What the service answers of a PDF that begins with none of the trail, and whose trail it has. */
export async function judgedPdf(
  template: Template,
  data: Data,
  file: Uint8Array,
): Promise<Omit<Reading, 'document'>> {
  const { known, printed } = trailOf(template, data);
  const first = await readPdfBack(template, file, printed);
  const reading = await readAnew(first, template.schema, known, (madeWith) =>
    readPdfBack(template, file, { ...printed, madeWith }),
  );
  const found = { format: 'pdf', bytes: file, printedBytes: undefined } as const;
  return judgeReading({ fonts }, template, reading, { ...found, ...known });
}

/**
 * What the service reads and answers of a Word file, and what its redline has as tracked changes.
 * @param data with which it was made; undefined when there is no trail of it
 * @param isSent whether the caller has sent the data, too
 */
export function judged(
  template: Template,
  data: Data | undefined,
  file: Uint8Array,
  isSent = false,
): {
  /** How many digests were compared. */
  readonly compared: { readonly digests: number };
  readonly answer: Omit<Reading, 'document'>;
  readonly redline: readonly Difference[];
  readonly read: ReadWord;
  readonly made: DocumentAsMade;
} {
  const { schema, title } = template;
  const { known, printed, compared } = data === undefined ? UNTRAILED : trailOf(template, data, isSent);
  const read = readBack(template, file, printed);
  const { reading } = read;
  const made = {
    ...dataAsMade(reading, schema, known),
    ...{ title, origin: 'global' as const, fields: fieldTableOf(schema), letterhead: undefined },
    ...{ author: 'Document generation service', at: '2026-11-22T18:00:00Z' },
  };
  const redline = differencesOf(file, loadedTemplate(template), made);
  const found = { format: 'docx', bytes: file, printedBytes: undefined } as const;
  const answer = judgeReading({ fonts }, template, reading, { ...found, ...known, redline });
  return { compared, answer, redline: redline.list, read, made };
}

/** What it reads, with the changes that it answers. */
export function readAndJudged(template: Template, data: Data | undefined, file: Uint8Array) {
  const { answer, read } = judged(template, data, file);
  return { ...read.reading, changes: answer.changes };
}

const UNTRAILED = {
  compared: { digests: 0 },
  known: { digests: undefined, isPrinted: () => false, sentAt: () => undefined },
  printed: {},
};
