import { type KeyObject, X509Certificate } from 'node:crypto';
import { oid, readDer, TAGS } from './der.ts';
import { SealError } from './refusal.ts';

type KeyKind = 'RSA' | 'ECDSA';

/** A certificate of a chain. */
export interface Certificate {
  readonly der: Buffer;
  readonly x509: X509Certificate;
}

/** The certificate whose key seals. */
export interface Signer extends Certificate {
  readonly kind: KeyKind;
  readonly key: KeyObject;
  /** The issuer's name and the serial number, as in the certificate (RFC 5652, 10.2.4). */
  readonly issuerAndSerial: readonly Buffer[];
  /** The longest signature that the key makes, in bytes. */
  readonly signatureBytes: number;
}

/** A chain of a state's trust service has three or four. */
const MAX_CERTIFICATES = 10;
/** ETSI TS 119 312, for new signatures. */
const MIN_RSA_BITS = 2_048;
/** OpenSSL's limit for verifying. */
const MAX_RSA_BITS = 16_384;
/** Two integers of 33 bytes in DER. */
const MAX_ECDSA_BYTES = 72;

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * @param texts certificates in PEM, the signer's first, each followed by the one that issued it
 * @param now in milliseconds since 1970
 * @throws SealError naming the first that is not right
 */
export function readChain(texts: readonly string[], now: number): { signer: Signer; chain: Certificate[] } {
  const pems = texts.flatMap((text, index) => {
    const found = text.match(PEM);
    if (found === null) throw refused(index, 'is no certificate in PEM, -----BEGIN CERTIFICATE-----');
    return found;
  });
  if (pems.length > MAX_CERTIFICATES)
    throw refused(MAX_CERTIFICATES, `is one too many; send at most ${MAX_CERTIFICATES}`);
  const chain = pems.map((pem, index) => readCertificate(pem, index));
  for (const [index, { x509 }] of chain.entries()) {
    checkTime(x509, now, index);
    const issuer = chain[index + 1]?.x509;
    if (issuer !== undefined && !(x509.checkIssued(issuer) && x509.verify(issuer.publicKey)))
      throw refused(
        index + 1,
        'did not issue the certificate before it; send the signer’s first, and each one’s issuer after it',
      );
  }
  const [first] = chain;
  if (first === undefined) throw refused(0, 'is missing');
  return { signer: readSigner(first), chain };
}

/**
 * @param certificate the first of the chain
 * @throws SealError if its key cannot seal
 */
export function readSigner({ der, x509 }: Certificate): Signer {
  const key = x509.publicKey;
  const { kind, signatureBytes } = kindOf(key);
  if (!maySign(der)) {
    throw refused(
      0,
      'is of a key that is not for signatures: its key usage has neither digitalSignature nor nonRepudiation',
    );
  }
  const [, serial, , issuer] = fieldsOf(der);
  if (serial === undefined || issuer === undefined) throw refused(0, 'cannot be read');
  return { der, x509, key, kind, signatureBytes, issuerAndSerial: [issuer, serial] };
}

/** @param signedData of CMS @returns its certificates, in its order; none if it cannot be read */
export function certificatesIn(signedData: Buffer): Certificate[] {
  const [, content] = children(signedData);
  const [, , , certificates] = children(children(content)[0]);
  return children(certificates).flatMap((der, index) => {
    try {
      return readCertificate(der, index);
    } catch {
      return [];
    }
  });
}

function readCertificate(source: string | Buffer, index: number): Certificate {
  try {
    const x509 = new X509Certificate(source);
    return { x509, der: x509.raw };
  } catch {
    throw refused(index, 'is no X.509 certificate');
  }
}

/** @throws SealError if the certificate is not valid at this time */
export function checkTime(x509: X509Certificate, now: number, index: number): void {
  const { validFromDate: from, validToDate: to } = x509;
  if (now < from.getTime()) throw refused(index, `is valid only from ${day(from)} on`);
  if (now > to.getTime()) throw refused(index, `expired on ${day(to)}; send one that is valid`);
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function kindOf(key: KeyObject): { kind: KeyKind; signatureBytes: number } {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1')
    return { kind: 'ECDSA', signatureBytes: MAX_ECDSA_BYTES };
  if (key.asymmetricKeyType !== 'rsa')
    throw refused(0, 'is of a key that is neither RSA nor ECDSA on the curve P-256');
  if (modulusLength < MIN_RSA_BITS || modulusLength > MAX_RSA_BITS)
    throw refused(
      0,
      `is of an RSA key of ${modulusLength} bits; ${MIN_RSA_BITS} to ${MAX_RSA_BITS} are accepted`,
    );
  return { kind: 'RSA', signatureBytes: Math.ceil(modulusLength / 8) };
}

const KEY_USAGE = oid('2.5.29.15');
/** Bits of the first byte: digitalSignature and nonRepudiation, of which a seal needs one. */
const FOR_SIGNATURES = 0xc0;
const EXTENSIONS = 0xa3;

/** A key without a stated usage may do everything. */
function maySign(certificate: Buffer): boolean {
  const list = fieldsOf(certificate, EXTENSIONS)[0] ?? Buffer.alloc(0);
  for (const extension of children(children(list)[0])) {
    const [name, ...values] = children(extension);
    if (name === undefined || !name.equals(KEY_USAGE)) continue;
    const [bits] = readDer(readDer(values.at(-1))[0]?.content);
    return ((bits?.content[1] ?? 0) & FOR_SIGNATURES) !== 0;
  }
  return true;
}

/** The fields of a certificate with their tags and lengths: version, serial number, algorithm, issuer, and so on. */
function fieldsOf(certificate: Buffer, tag?: number): Buffer[] {
  const [signed] = children(certificate);
  const fields = readDer(readDer(signed)[0]?.content).filter(
    (field) => tag === undefined || field.tag === tag,
  );
  // Only version 1 has no version, and with it no extensions.
  const isVersion1 = tag === undefined && fields[0]?.tag === TAGS.integer;
  return [...(isVersion1 ? [Buffer.alloc(0)] : []), ...fields.map(({ whole }) => whole)];
}

/** The elements in an element, with their tags and lengths. */
function children(whole: Buffer | undefined): Buffer[] {
  return readDer(readDer(whole)[0]?.content).map((child) => child.whole);
}

function refused(index: number, message: string): SealError {
  return new SealError({ fault: 'certificates', index, message });
}
