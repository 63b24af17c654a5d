import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * dgs_live_<id>_<secret><checksum>, 76 characters.
 * - The fixed prefix lets secret scanners find a key that leaked into a repository.
 * - id: 8 characters, 40 bits, public: the primary key of the row, and the key's name in lists and logs.
 * - secret: 52 characters for 256 random bits.
 * - checksum: 6 characters, 30 bits of the CRC-32 of everything before it: detects a typing error without a look-up.
 * All in lower-case base32 (RFC 4648), which has no 0, 1, 8 and 9 that look like letters.
 */
const KEY = /^dgs_live_([a-z2-7]{8})_[a-z2-7]{52}([a-z2-7]{6})$/;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

interface NewKey {
  readonly keyId: string;
  /** The whole key. Its owner sees it once; it is not stored. */
  readonly key: string;
  readonly digest: Buffer;
}

export function newKey(keyId = base32(randomBytes(5))): NewKey {
  const unsigned = `${prefixOf(keyId)}_${base32(randomBytes(32))}`;
  const key = unsigned + checksum(unsigned);
  return { keyId, key, digest: digestOf(key) };
}

/** The part of a key that may be shown. */
export function prefixOf(keyId: string): string {
  return `dgs_live_${keyId}`;
}

/** The id in a key; undefined when the key cannot have been issued. */
export function keyIdOf(key: string): string | undefined {
  const [, keyId, sum] = KEY.exec(key) ?? [];
  return sum !== undefined && checksum(key.slice(0, -sum.length)) === sum ? keyId : undefined;
}

/**
 * SHA-256 of a key, which is what is stored. Nobody can guess 256 random bits; a slow password hash would only let
 * strangers keep the service busy.
 */
export function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base32(bytes).slice(0, 6);
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
