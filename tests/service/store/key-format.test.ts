import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digestOf, keyIdOf, newKey, prefixOf } from '../../../src/service/store/accounts/key-format.ts';

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz234567'];

describe('the format of API keys', () => {
  const { key, keyId, digest } = newKey();
  /** The positions of the characters that differ between keys. */
  const own = [...key].flatMap((_, at) => (at < 'dgs_live_'.length || key[at] === '_' ? [] : [at]));

  it('has a readable prefix, an id, a secret of 256 bits and a checksum', () => {
    expect(key).toMatch(/^dgs_live_[a-z2-7]{8}_[a-z2-7]{52}[a-z2-7]{6}$/);
    expect(key.startsWith(`${prefixOf(keyId)}_`)).toBe(true);
    expect(keyIdOf(key)).toBe(keyId);
    expect(digest).toEqual(createHash('sha256').update(key).digest());
    expect(digestOf(key)).toEqual(digest);
  });

  it('gives unique keys', () => {
    const keys = Array.from({ length: 100 }, newKey);
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(100);
    expect(new Set(keys.map(({ key }) => key.slice(18, 70))).size).toBe(100);
  });

  it('detects every mistyped character', () => {
    const typos = own.flatMap((at) =>
      ALPHABET.filter((letter) => letter !== key[at]).map(
        (letter) => key.slice(0, at) + letter + key.slice(at + 1),
      ),
    );
    expect(typos).toHaveLength(66 * 31);
    expect(typos.filter((typo) => keyIdOf(typo) !== undefined)).toEqual([]);
  });

  it('detects every two swapped neighbours', () => {
    const swaps = own
      .map((at) => key.slice(0, at) + key.slice(at + 1, at + 2) + key[at] + key.slice(at + 2))
      .filter((swap) => swap !== key);
    expect(swaps.length).toBeGreaterThan(50);
    expect(swaps.filter((swap) => keyIdOf(swap) !== undefined)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['another word', 'secret'],
    ['capitals', key.toUpperCase()],
    ['surrounding spaces', ` ${key} `],
    ['a line break after it', `${key}\n`],
    ['only its prefix', prefixOf(keyId)],
    ['a truncated key', key.slice(0, -1)],
    ['a key with text after it', `${key}a`],
    ['two keys', `${key}, ${key}`],
    ['a key of another kind', key.replace('live', 'test')],
  ])('has no id for %s', (_title, text) => {
    expect(keyIdOf(text)).toBeUndefined();
  });
});
