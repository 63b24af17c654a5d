import { createHash } from 'node:crypto';
import type { Certificate, Signer } from './certificates.ts';
import { der, oid, sequence, sortedSet, TAGS, unsignedInteger } from './der.ts';

/**
 * The signature of PAdES B-B (ETSI EN 319 142-1, 6): CMS signed data (RFC 5652) of a content that is elsewhere, with the
 * certificate among the signed attributes (RFC 5035) and no time, which the PDF has.
 */

const CONTENT_TYPE = oid('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = oid('1.2.840.113549.1.9.4');
const SIGNING_CERTIFICATE_V2 = oid('1.2.840.113549.1.9.16.2.47');
const DATA = oid('1.2.840.113549.1.7.1');
const SIGNED_DATA = oid('1.2.840.113549.1.7.2');
const NULL = der(TAGS.null);
const SHA_256 = sequence(oid('2.16.840.1.101.3.4.2.1'), NULL);
const VERSION_1 = der(TAGS.integer, Buffer.of(1));
const [TAGGED_0, CONSTRUCTED_0] = [0xa0, 0xa0];

const SIGNATURE_ALGORITHMS = {
  // RFC 4055, 5; RFC 5758, 3.2.
  RSA: sequence(oid('1.2.840.113549.1.1.11'), NULL),
  ECDSA: sequence(oid('1.2.840.10045.4.3.2')),
};

/**
 * What the key signs: the attributes as a set.
 * @param digest SHA-256 of the content
 */
export function signedAttributes(digest: Uint8Array, { der: certificate }: Certificate): Buffer {
  return sortedSet(attributes(digest, certificate));
}

function attributes(digest: Uint8Array, certificate: Buffer): Buffer[] {
  const attribute = (name: Buffer, value: Buffer) => sequence(name, sortedSet([value]));
  // The default algorithm, SHA-256, is left out.
  const certificateId = sequence(der(TAGS.octets, createHash('sha256').update(certificate).digest()));
  return [
    attribute(CONTENT_TYPE, DATA),
    attribute(MESSAGE_DIGEST, der(TAGS.octets, digest)),
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(certificateId))),
  ];
}

/** @param signature in DER for ECDSA */
export function signedData(
  { signer, chain }: { readonly signer: Signer; readonly chain: readonly Certificate[] },
  digest: Uint8Array,
  signature: Uint8Array,
): Buffer {
  const signerInfo = sequence(
    VERSION_1,
    sequence(...signer.issuerAndSerial),
    SHA_256,
    sortedSet(attributes(digest, signer.der), CONSTRUCTED_0),
    SIGNATURE_ALGORITHMS[signer.kind],
    der(TAGS.octets, signature),
  );
  const certificates = chain.map((certificate) => certificate.der);
  const content = sequence(
    VERSION_1,
    sortedSet([SHA_256]),
    sequence(DATA),
    sortedSet(certificates, CONSTRUCTED_0),
    sortedSet([signerInfo]),
  );
  return sequence(SIGNED_DATA, der(TAGGED_0, content));
}

/** @param pair r and s of an ECDSA signature, of the same length */
export function ecdsaInDer(pair: Buffer): Buffer {
  const half = pair.length / 2;
  return sequence(unsignedInteger(pair.subarray(0, half)), unsignedInteger(pair.subarray(half)));
}
