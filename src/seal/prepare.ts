import { createHash } from 'node:crypto';
import { readChain } from './certificates.ts';
import { PdfDocument } from './pdf/document.ts';
import { type FormFacts, firstPage, readForm } from './pdf/form.ts';
import { PdfUpdate } from './pdf/update.ts';
import { PdfDict, PdfReference, type PdfValue } from './pdf/values.ts';
import { SealError } from './refusal.ts';
import { signedAttributes, signedData } from './signed-data.ts';

export interface SealRequest {
  readonly file: Uint8Array;
  /** In PEM, the signer's first. */
  readonly certificates: readonly string[];
  /** Whether later changes are limited to filling in and signing. */
  readonly certify: boolean;
  readonly reason?: string | undefined;
  /** The moment of sealing, in milliseconds since 1970. */
  readonly now: number;
}

export interface PreparedSeal {
  /** The PDF with a seal that has zeros in place of the signature. */
  readonly prepared: Uint8Array;
  /** The bytes that are to be signed with SHA-256: signed attributes in DER (RFC 5652, 5.4). */
  readonly toSign: Uint8Array;
}

/** Bit 1: there are signatures. Bit 2: programs must append to the file (ISO 32000-1, table 219). */
const SIGNATURES_AND_APPEND_ONLY = 3;

/** The certification allows filling in and signing (ISO 32000-1, table 254). */
const DOC_MDP = `[<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P 2 /V /1.2>>>>]`;

/**
 * Appends a seal to a PDF: a field without a place on the paper, and its signature, whose bytes are zeros. The file's own
 * bytes stay as they are.
 * @throws SealError
 */
export function prepareSeal({ file, certificates, certify, reason, now }: SealRequest): PreparedSeal {
  const { signer, chain } = readChain(certificates, now);
  const document = new PdfDocument(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const form = readForm(document);
  checkCertification(form, certify);
  const nobody = Buffer.alloc(32);
  const length = signedData({ signer, chain }, nobody, Buffer.alloc(signer.signatureBytes)).length;
  const update = new PdfUpdate(document);
  const signature = update.reserve();
  addField(document, update, { signature, certify, name: freeName(form.names) });
  update.set(signature, writeSignature({ length, certify, reason, now }));
  const { file: prepared, positions } = update.write();
  const { contents, ranges } = writeRanges(prepared, positions.get(signature) ?? 0, length);
  const digest = digestOf(prepared, ranges);
  const unsigned = signedData({ signer, chain }, digest, Buffer.alloc(signer.signatureBytes));
  prepared.write(unsigned.toString('hex'), contents, 'latin1');
  return { prepared, toSign: signedAttributes(digest, signer) };
}

function checkCertification({ isSigned, allowed }: FormFacts, certify: boolean): void {
  const refuse = (message: string) => new SealError({ fault: 'certify', message });
  if (allowed === 1)
    throw refuse('The file is certified, and its certification allows no change, also no further signature');
  if (certify && isSigned)
    throw refuse('The file is signed already, and only a first signature can certify: send "certify": false');
}

/** The parts of a file that a signature covers: positions of their starts and lengths, as in `ByteRange`. */
export type ByteRanges = readonly [start: number, length: number, secondStart: number, secondLength: number];

/** SHA-256 of what a signature covers. */
export function digestOf(file: Buffer, [start, length, secondStart, secondLength]: ByteRanges): Buffer {
  return createHash('sha256')
    .update(file.subarray(start, start + length))
    .update(file.subarray(secondStart, secondStart + secondLength))
    .digest();
}

function freeName(names: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Seal' : `Seal ${number}`;
    if (!names.has(name)) return name;
  }
}

/** Four numbers of ten digits, which are written when the file has its length. */
const RANGES = `/ByteRange [${' '.repeat(4 * 11)}]`;

interface SignatureEntries extends Pick<SealRequest, 'certify' | 'reason' | 'now'> {
  /** Bytes of the signed data. */
  readonly length: number;
}

function writeSignature({ length, certify, reason = '', now }: SignatureEntries): string {
  const entries = [
    '/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached',
    `/M (${pdfDate(now)})`,
    ...(reason.trim() === '' ? [] : [`/Reason ${writeText(reason)}`]),
    ...(certify ? [`/Reference ${DOC_MDP}`] : []),
    RANGES,
    `/Contents <${'0'.repeat(2 * length)}>`,
  ];
  return `<<${entries.join('\n')}>>`;
}

/** Writes the ranges into the file. @returns them, and the position of the signed data's first digit */
function writeRanges(file: Buffer, object: number, length: number): { contents: number; ranges: ByteRanges } {
  const at = file.indexOf(RANGES, object);
  const contents = file.indexOf('/Contents <', at) + '/Contents <'.length;
  const end = contents + 2 * length + 1;
  const ranges: ByteRanges = [0, contents - 1, end, file.length - end];
  file.write(ranges.join(' '), at + '/ByteRange ['.length, 'latin1');
  return { contents, ranges };
}

/** `D:20261122021546Z` (ISO 32000-1, 7.9.4) */
function pdfDate(now: number): string {
  return `D:${new Date(now).toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
}

function writeText(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** PDF/A-1 requires an appearance of every field (ISO 19005-1, 6.9), the later parts not of one without extent. */
const NO_APPEARANCE =
  '<</Type /XObject /Subtype /Form /BBox [0 0 0 0] /Resources <<>> /Length 0>>\nstream\n\nendstream';

interface NewField {
  /** Number of the signature's object. */
  readonly signature: number;
  readonly certify: boolean;
  readonly name: string;
}

/** Adds a field with a widget of no size, on the first page (ISO 32000-1, 12.7.4.5), to form, page and catalogue. */
function addField(document: PdfDocument, update: PdfUpdate, { signature, certify, name }: NewField): void {
  const { reference, page } = firstPage(document);
  const field = update.reserve();
  const appearance = update.reserve();
  update.set(appearance, NO_APPEARANCE);
  update.set(
    field,
    `<</Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (${name})\n/TU (Electronic seal)\n/F 132\n/Rect [0 0 0 0]\n` +
      `/AP <</N ${appearance} 0 R>>\n/P ${reference.id} ${reference.generation} R\n/V ${signature} 0 R>>`,
  );
  const item = `${field} 0 R`;
  const annotations = appended(document, update, page.get('Annots'), item);
  if (annotations !== undefined) update.set(reference.id, page.with({ Annots: annotations }));

  const catalogue = document.dict(document.root);
  if (catalogue === undefined) return;
  const form = document.dict(catalogue.get('AcroForm'));
  const fields = appended(document, update, form?.get('Fields') ?? null, item);
  const entries = {
    ...(fields !== undefined && { Fields: fields }),
    SigFlags: `${SIGNATURES_AND_APPEND_ONLY}`,
  };
  const certification = { DocMDP: `${signature} 0 R` };
  const changes = {
    ...changed(document, update, { catalogue, key: 'AcroForm', entries }),
    ...(certify && changed(document, update, { catalogue, key: 'Perms', entries: certification })),
  };
  if (Object.keys(changes).length > 0) update.set(document.root.id, catalogue.with(changes));
}

/** @returns the array with one more item; undefined if it is an object of its own, which is changed */
function appended(
  document: PdfDocument,
  update: PdfUpdate,
  value: PdfValue,
  item: string,
): string | undefined {
  const written = document.array(value)?.with(item) ?? `[${item}]`;
  if (!(value instanceof PdfReference) || document.array(value) === undefined) return written;
  update.set(value.id, written);
  return undefined;
}

interface DictChange {
  readonly catalogue: PdfDict;
  /** The entry of the catalogue that has the dictionary, or will have it. */
  readonly key: string;
  /** Entries of the dictionary, as they are written. */
  readonly entries: Readonly<Record<string, string>>;
}

/** @returns the changed entries of the catalogue; none if the dictionary is an object of its own, which is changed */
function changed(
  document: PdfDocument,
  update: PdfUpdate,
  { catalogue, key, entries }: DictChange,
): Readonly<Record<string, string>> {
  const value = catalogue.get(key);
  const dict = document.dict(value);
  if (dict === undefined) return { [key]: EMPTY.with(entries) };
  if (!(value instanceof PdfReference)) return { [key]: dict.with(entries) };
  update.set(value.id, dict.with(entries));
  return {};
}

const EMPTY = new PdfDict('<<>>', 0, 4, new Map());
