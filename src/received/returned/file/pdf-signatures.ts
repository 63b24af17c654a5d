import { X509Certificate } from 'node:crypto';
import { readDer } from '../../seal/der.ts';
import type { Signature } from '../reading.ts';

/** What a signature covers: two stretches of the file, each with its position and length (ISO 32000-1, 12.8.1). */
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g;

/** More than a contract has parties. */
const MAX_SIGNATURES = 200;

/**
 * The signatures of a PDF, without a check of them: who they say signed, and whether something follows what they cover.
 */
export function readSignatures(bytes: Uint8Array): Signature[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const signatures: Signature[] = [];
  for (const [, ...numbers] of file.toString('latin1').matchAll(BYTE_RANGE)) {
    const [start = 0, length = 0, second = 0, rest = 0] = numbers.map(Number);
    const contents = file
      .subarray(start + length, second)
      .toString('latin1')
      .replace(/\s/g, '');
    if (second <= start + length || !/^<[\da-f]*>$/i.test(contents)) continue;
    const signer = signerOf(Buffer.from(contents.slice(1, -1), 'hex'));
    if (signer === undefined) continue;
    signatures.push({ signer, coversWholeFile: start === 0 && second + rest === file.length });
    if (signatures.length >= MAX_SIGNATURES) break;
  }
  return signatures;
}

/** The name in the certificate by which a CMS SignedData says it was signed; undefined for anything else. */
function signerOf(cms: Buffer): string | undefined {
  const [, explicit] = readDer(readDer(cms)[0]?.content);
  const parts = readDer(readDer(explicit?.content)[0]?.content);
  const certificates = readDer(parts.find(({ tag }) => tag === 0xa0)?.content);
  const [info] = readDer(parts.findLast(({ tag }) => tag === 0x31)?.content);
  if (info === undefined) return undefined;
  const [, issuerAndSerial] = readDer(info.content);
  const serial = readDer(issuerAndSerial?.content).at(-1)?.content;
  const read = certificates.flatMap(({ whole }) => certificateOf(whole) ?? []);
  const signer =
    read.find(({ serialNumber }) => serial !== undefined && sameNumber(serialNumber, serial)) ?? read[0];
  const subject = signer?.subject ?? '';
  const [, name = ''] = /^CN=(.*)$/m.exec(subject) ?? /^O=(.*)$/m.exec(subject) ?? [];
  return name;
}

function certificateOf(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function sameNumber(serialNumber: string, der: Buffer): boolean {
  const digits = (text: string) => text.toUpperCase().replace(/^0+/, '');
  return digits(serialNumber) === digits(der.toString('hex'));
}
