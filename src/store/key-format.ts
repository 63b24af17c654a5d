import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `dgs_live_<id>_<secret><checksum>`: a readable prefix by which a person and a secret scanner know a key, 256 random
 * bits, and a checksum by which a mistyped key is refused without a look-up.
 */
const KEY = /^dgs_live_([a-z2-7]{8})_([a-z2-7]{52})([a-z2-7]{6})$/;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

export interface NewKey {
  readonly keyId: string;
  readonly key: string;
  readonly digest: Buffer;
}

export function newKey(): NewKey {
  const keyId = base32(randomBytes(5));
  const body = `${prefixOf(keyId)}_${base32(randomBytes(32))}`;
  const key = body + checksum(body);
  return { keyId, key, digest: digestOf(key) };
}

/** The part of a key that may be shown. */
export function prefixOf(keyId: string): string {
  return `dgs_live_${keyId}`;
}

/** The id within a key, or undefined if this is no key of ours. */
export function keyIdOf(key: string): string | undefined {
  const [, keyId, , sum] = KEY.exec(key) ?? [];
  return sum !== undefined && checksum(key.slice(0, -sum.length)) === sum ? keyId : undefined;
}

/** SHA-256, 32 bytes. */
export function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** CRC-32 in six characters of base 32: 30 of its 32 bits. */
function checksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base32(bytes).slice(0, 6);
}

/** RFC 4648, lower case, without padding. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
