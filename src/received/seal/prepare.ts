import { createHash } from 'node:crypto';
import { readChain } from './certificates.ts';
import { addField } from './pdf/add-field.ts';
import { PdfDocument } from './pdf/document.ts';
import { type FormFacts, readForm } from './pdf/form.ts';
import { PdfUpdate } from './pdf/update.ts';
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
