import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { der, oid, sequence, TAGS } from '../../../src/received/seal/der.ts';

/** A certificate with its key. */
export interface Holder {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly certificate: Buffer;
  readonly pem: string;
}

interface CertificateOptions {
  readonly key?: KeyObject;
  /** Of a private key that is elsewhere. */
  readonly publicKey?: KeyObject;
  readonly issuer?: Holder;
  /** The first byte of its key usage; undefined for none. */
  readonly usage?: number | undefined;
  readonly from?: string;
  readonly to?: string;
}

export const USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 } as const;

export const newKey = {
  rsa: (modulusLength = 2_048) => generateKeyPairSync('rsa', { modulusLength }).privateKey,
  p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  p384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
};

let serial = 1;

/** Makes an X.509 certificate (RFC 5280), self-signed unless it has an issuer. */
export function certify(
  name: string,
  {
    key = newKey.p256(),
    publicKey = createPublicKey(key),
    issuer,
    usage = USAGE.digitalSignature,
    from = '2026-01-01',
    to = '2036-01-01',
  }: CertificateOptions = {},
): Holder {
  const issuerKey = issuer?.privateKey ?? key;
  const algorithm =
    issuerKey.asymmetricKeyType === 'rsa'
      ? sequence(oid('1.2.840.113549.1.1.11'), der(TAGS.null))
      : sequence(oid('1.2.840.10045.4.3.2'));
  serial += 1;
  const keyUsage = sequence(oid('2.5.29.15'), der(TAGS.octets, der(TAGS.bits, Buffer.of(0, usage))));
  const signed = sequence(
    der(0xa0, der(TAGS.integer, Buffer.of(2))),
    der(TAGS.integer, Buffer.of(serial)),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(to)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(keyUsage)),
  );
  const signature = sign('sha256', signed, issuerKey);
  const certificate = sequence(signed, algorithm, der(TAGS.bits, Buffer.of(0), signature));
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`;
  return { name, privateKey: key, publicKey, certificate, pem };
}

function nameOf(name: string): Buffer {
  const attribute = sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(name)));
  return sequence(der(TAGS.set, attribute));
}

function time(day: string): Buffer {
  return der(0x17, Buffer.from(`${day.replace(/\D/g, '').slice(2)}000000Z`));
}
