import { constants, hash, verify } from 'node:crypto';
import type { Identity } from '../../../schemas/identity.ts';
import { identityInXmp } from '../../../schemas/shared/identity-in-xmp.ts';
import { type Certificate, certificatesIn, checkTime, readSigner, type Signer } from './certificates.ts';
import { PdfDocument } from './pdf/document.ts';
import { PdfArray, PdfDict, PdfReference, PdfText } from './pdf/values.ts';
import { type ByteRanges, digestOf } from './prepare.ts';
import { SealError } from './refusal.ts';
import { ecdsaInDer, signedAttributes, signedData } from './signed-data.ts';

export interface SealCompletion {
  readonly prepared: Uint8Array;
  readonly signature: Uint8Array;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export interface SealedFile {
  readonly pdf: Uint8Array;
  /** Of the PDF, in hexadecimal. */
  readonly sha256: string;
  /** What the file says of itself; undefined for one of another program. */
  readonly identity: Identity | undefined;
}

/**
 * Puts the signature into a prepared file, once it is that of the certificate's key. Everything else is computed from the
 * file again, so that it need not be trusted.
 * @throws SealError
 */
export function completeSeal({ prepared, signature, now }: SealCompletion): SealedFile {
  const document = new PdfDocument(Buffer.from(prepared.buffer, prepared.byteOffset, prepared.byteLength));
  const { contents, ranges } = preparedPlace(document);
  const file = document.bytes;
  const digest = digestOf(file, ranges);
  const unsigned = Buffer.from(file.toString('latin1', contents.start + 1, contents.end - 1), 'hex');
  const chain = certificatesIn(unsigned);
  const signer = signerOf(chain, digest, unsigned);
  try {
    checkTime(signer.x509, now, 0);
  } catch (error) {
    throw error instanceof SealError ? wrong(`the signer's certificate ${error.message}`) : error;
  }
  const written = verified(signer, signedAttributes(digest, signer), Buffer.from(signature));
  const cms = signedData({ signer, chain }, digest, written).toString('hex');
  const pdf = Buffer.from(file);
  pdf.write(cms.padEnd(2 * unsigned.length, '0'), contents.start + 1, 'latin1');
  return { pdf, sha256: hash('sha256', pdf), identity: identityIn(document) };
}

const NOT_PREPARED =
  'prepared is not what seal/prepare answered; send that unchanged, or prepare the file again';

function notPrepared(): SealError {
  return new SealError({ fault: 'unreadable', message: NOT_PREPARED });
}

/** @param reason completes "The signature cannot be used: …" */
function wrong(reason: string): SealError {
  return new SealError({ fault: 'signature', message: `The signature cannot be used: ${reason}` });
}

/** The place of the signed data, and what it covers: all the rest of the file. It is in the last field of the form. */
function preparedPlace(document: PdfDocument): { contents: PdfText; ranges: ByteRanges } {
  const form = document.dict(document.dict(document.root)?.get('AcroForm') ?? null);
  const field = document.dict(document.array(form?.get('Fields') ?? null)?.items.at(-1) ?? null);
  const reference = field?.get('V');
  const object = reference instanceof PdfReference ? document.object(reference.id) : undefined;
  if (object === undefined || object.at === undefined || !(object.value instanceof PdfDict))
    throw notPrepared();
  const contents = object.value.get('Contents');
  const written = object.value.get('ByteRange');
  if (!(contents instanceof PdfText) || !(written instanceof PdfArray)) throw notPrepared();
  const ranges: ByteRanges = [0, contents.start, contents.end, document.bytes.length - contents.end];
  if (written.items.join() !== ranges.join()) throw notPrepared();
  return { contents, ranges };
}

/**
 * The certificate for which the file was prepared.
 * @throws SealError if the signed data is not exactly that of the file
 */
function signerOf(chain: readonly Certificate[], digest: Buffer, unsigned: Buffer): Signer {
  for (const certificate of chain) {
    // Most of the others are of issuers, which may not sign.
    if (!unsigned.includes(signedAttributes(digest, certificate).subarray(4))) continue;
    const signer = readSigner(certificate);
    if (signedData({ signer, chain }, digest, Buffer.alloc(signer.signatureBytes)).equals(unsigned))
      return signer;
  }
  throw notPrepared();
}

/** Bytes of r and s together. */
const PAIR = 64;

/** @returns the signature as CMS has it @throws SealError unless it is one of these bytes by this key */
function verified({ key, kind }: Signer, toSign: Buffer, signature: Buffer): Buffer {
  if (kind === 'RSA') {
    if (verify('sha256', toSign, { key, padding: constants.RSA_PKCS1_PADDING }, signature)) return signature;
    const isPss = verify(
      'sha256',
      toSign,
      { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
      signature,
    );
    throw wrong(isPss ? 'it has the padding PSS; sign with PKCS #1 v1.5' : NOT_OF_KEY);
  }
  if (verify('sha256', toSign, { key, dsaEncoding: 'der' }, signature)) return signature;
  if (signature.length === PAIR && verify('sha256', toSign, { key, dsaEncoding: 'ieee-p1363' }, signature))
    return ecdsaInDer(signature);
  throw wrong(NOT_OF_KEY);
}

const NOT_OF_KEY =
  "it is not one of toSign with SHA-256 by the key of the signer's certificate; sign the bytes that toSign is the base64 of";

/** What a PDF says of itself in its metadata; undefined unless it says all of it. It may be forged. */
function identityIn(document: PdfDocument): Identity | undefined {
  const reference = document.dict(document.root)?.get('Metadata');
  const object = reference instanceof PdfReference ? document.object(reference.id) : undefined;
  const xmp = object === undefined ? undefined : document.content(object)?.toString();
  if (xmp === undefined) return undefined;
  const { templateId, version, source, templateSha256, documentId } = identityInXmp(xmp);
  if (!templateId || !version || !source || !templateSha256 || !documentId) return undefined;
  return { templateId, version, source, templateSha256, documentId };
}
