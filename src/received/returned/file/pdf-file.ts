import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { identityInXmp } from '../../../../schemas/shared/identity-in-xmp.ts';
import { boundedChanges } from '../bounds.ts';
import type { Change, Signature } from '../reading.ts';
import { UnreadableFile } from '../unreadable.ts';
import { changesOfPdf, falseFields, type OpenPdf } from './pdf-changes.ts';
import { linesOfPages, type PdfLine } from './pdf-lines.ts';
import { readSignatures } from './pdf-signatures.ts';
import type { ClaimedIdentity } from './word-file.ts';

export interface PdfFile {
  readonly identity: ClaimedIdentity;
  /** What is filled in, by the name of the field, which is the path: a text, or the words beside the box. */
  readonly fields: ReadonlyMap<string, string>;
  /** The names of the fields that are not filled in. */
  readonly blanks: readonly string[];
  readonly dataJson: string | undefined;
  readonly signatures: readonly Signature[];
  /** What was done to it besides filling it in and signing it; when it begins with no file of the trail, fields that hide their value. */
  readonly changes: readonly Change[];
  /** The words of each page; none when they were not asked for. */
  readonly pages: readonly (readonly PdfLine[])[];
  /** What it has besides the content of its pages, fields, links and data: "page 3: FreeText", "attachment: letter.pdf". */
  readonly additions: readonly string[];
}

interface Wanted {
  /** The length of the file in the trail that it begins with; undefined if there is none. */
  readonly printedBytes?: number | undefined;
  readonly words?: boolean;
}

const DATA = 'data.json';

/** Of a radio button that is off; LibreOffice writes it as a text. */
const OFF = new Set(['', 'Off']);

/**
 * Reads a PDF that may have been filled in, signed or printed by any program.
 * @throws UnreadableFile
 */
export async function readPdfFile(
  bytes: Uint8Array,
  { printedBytes = bytes.length, words = false }: Wanted = {},
): Promise<PdfFile> {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1_024, bytes.length)).includes('%PDF-'))
    throw new UnreadableFile('the file is not a PDF');
  return await withPdf(bytes, async (document) => {
    const { info, metadata } = await document.getMetadata();
    if ((info as { EncryptFilterName?: string | null }).EncryptFilterName)
      throw new UnreadableFile(ENCRYPTED);
    const { fields, blanks } = readFields((await document.getFieldObjects()) ?? new Map());
    const identity = identityInXmp(String(metadata?.getRaw() ?? ''));
    const hasNoName = identity.templateId === undefined && fields.size + blanks.length === 0;
    const mayBeScan = hasNoName && PICTURE.test(Buffer.from(bytes).toString('latin1'));
    const pages = words || mayBeScan ? await Array.fromAsync(linesOfPages(document)) : [];
    if ((words && fields.size + blanks.length === 0) || mayBeScan) refuseScan(pages);
    return {
      identity,
      fields,
      blanks,
      dataJson: await dataIn(document),
      signatures: readSignatures(bytes),
      changes: boundedChanges(
        printedBytes < bytes.length
          ? await changesOfPdf(bytes, printedBytes, document, withPdf)
          : // Programs leave it to viewers to draw a value.
            words
            ? await falseFields(document, (_, shown) => shown !== '')
            : [],
      ),
      pages,
      additions: words ? await additionsTo(document) : [],
    };
  });
}

/** The dictionary of a picture, which is never compressed. */
const PICTURE = /\/Subtype\s*\/Image\b/;

function refuseScan(pages: readonly (readonly PdfLine[])[]): void {
  if (pages.every((lines) => lines.length === 0))
    throw new UnreadableFile(
      'its pages are pictures without text, as of a scan or a photograph; recognise the text (OCR) and send that file, or the ' +
        'Word file or PDF that was signed',
    );
}

/** Annotations of a document as it was made. */
const OWN = new Set(['Widget', 'Link', 'Popup']);

async function additionsTo(document: PDFDocumentProxy): Promise<string[]> {
  const found = new Set<string>();
  for (let page = 1; page <= document.numPages; page++)
    for (const { subtype } of await (await document.getPage(page)).getAnnotations())
      if (!OWN.has(subtype)) found.add(`page ${page}: ${String(subtype).slice(0, 40)}`);
  for (const [, { filename }] of (await document.getAttachments()) ?? [])
    if (filename !== DATA) found.add(`attachment: ${String(filename).slice(0, 100)}`);
  return [...found];
}

const ENCRYPTED = 'the file is encrypted; save it without a password';

/** pdf.js runs no script and fetches nothing; it is loaded with the first PDF, since most processes never read one. */
const withPdf: OpenPdf = async (bytes, use) => {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({
    // pdf.js takes the bytes away.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
  });
  loading.onPassword = () => {
    loading.destroy().catch(() => undefined);
  };
  try {
    return await use(await loading.promise);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableFile(ENCRYPTED, { cause: error });
    throw new UnreadableFile('the file is not a whole PDF', { cause: error });
  } finally {
    await loading.destroy();
  }
};

interface FieldObject {
  readonly type?: string;
  readonly value?: unknown;
  readonly exportValues?: unknown;
}

/** Our largest form has 600, and a text of data at most 65,536 characters (templating/validation). */
const MAX_FIELDS = 5_000;
const MAX_VALUE = 65_536;

function readFields(
  objects: ReadonlyMap<string, readonly FieldObject[]>,
): Pick<PdfFile, 'fields' | 'blanks'> {
  if (objects.size > MAX_FIELDS) throw new UnreadableFile(`the file has more than ${MAX_FIELDS} fields`);
  const fields = new Map<string, string>();
  const blanks: string[] = [];
  for (const [name, widgets] of objects) {
    const known = widgets.filter(({ type }) =>
      ['text', 'combobox', 'listbox', 'radiobutton', 'checkbox'].includes(type ?? ''),
    );
    if (known.length === 0) continue;
    const values = known
      .map(({ value }) => (Array.isArray(value) ? value[0] : value))
      .filter((value) => typeof value === 'string');
    const filled = values
      .map((value) => value.replace(/\r\n?/g, '\n').trim())
      .find((value) => !OFF.has(value));
    if ((filled?.length ?? 0) > MAX_VALUE)
      throw new UnreadableFile(`a field of the file has more than ${MAX_VALUE} characters; shorten it`);
    if (filled === undefined) blanks.push(name);
    else fields.set(name, filled);
  }
  return { fields, blanks };
}

async function dataIn(document: PDFDocumentProxy): Promise<string | undefined> {
  for (const [id, { filename, rawFilename }] of (await document.getAttachments()) ?? []) {
    if (filename !== DATA && rawFilename !== DATA) continue;
    const content: unknown = await document.getAttachmentContent(id);
    return content instanceof Uint8Array ? Buffer.from(content).toString() : undefined;
  }
  return undefined;
}
