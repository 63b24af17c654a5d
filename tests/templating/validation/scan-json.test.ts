import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BODY_LIMITS } from '../../../src/templating/validation/body-limits.ts';
import { placeIn, scanJson } from '../../../src/templating/validation/scan-json.ts';

const scan = (json: string, limits = BODY_LIMITS) => scanJson(Buffer.from(json), limits);

/** Valid JSON with up to three characters removed, added or replaced. */
const nearlyJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(
      fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...'{}[]",:\\ u0123e.-+tfnl\n\t\u0001aé😀/', '\\ud83d')),
      { maxLength: 3 },
    ),
  )
  .map(([json, edits]) =>
    edits.reduce((text, [position, removed, added]) => {
      const at = position % (text.length + 1);
      return text.slice(0, at) + (removed === 2 ? '' : added) + text.slice(at + (removed > 0 ? 1 : 0));
    }, json),
  );

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('takes for JSON exactly what JSON.parse takes', () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      // A half of a pair of surrogates cannot be sent.
      fc.pre(text.isWellFormed());
      expect([text, scanJson(Buffer.from(text)).fault === undefined]).toEqual([text, isJson(text)]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['{"a":1,}', 1, 8],
  ['{"é😀" x', 1, 8],
  ['[1,\n 01]', 2, 3],
  ['"\\u12G4"', 1, 6],
  ['"a\\x"', 1, 4],
  ['"a\nb"', 1, 3],
  ['1.5e+', 1, 6],
  ['[true,nul]', 1, 10],
  ['[] []', 1, 4],
  ['', 1, 1],
])('says where %j stops being JSON', (text, line, column) => {
  const bytes = Buffer.from(text);
  const { fault = -1 } = scanJson(bytes);
  expect(placeIn(bytes, fault)).toEqual({ line, column });
});

describe('characters', () => {
  const limits = { ...BODY_LIMITS, characters: 3, longTexts: ['file'] };
  const tooLong = (field: string) => ({ excess: { field, message: 'must have at most 3 characters' } });

  test.each([
    ['{"a":"abc","b":"é😀é","c":"\\ud83d\\ude00\\u00e9\\n"}', {}],
    ['{"a":["abcd"]}', tooLong('a[0]')],
    ['{"data":{"b":"\\u0061bcd"}}', tooLong('b')],
    ['{"file":"abcdef"}', {}],
    ['{"f\\u0069le":"abcdef"}', {}],
    ['{"a":{"file":"abcdef"}}', tooLong('a.file')],
    [`{"${'k'.repeat(65)}":"abcd"}`, tooLong('…')],
  ])('are those of %s', (text, expected) => {
    expect(scan(text, limits)).toEqual(expected);
  });
});

test('reads no more of a body than its limit beside long texts', () => {
  const limits = { ...BODY_LIMITS, longTexts: ['file'], bytes: 1_000 };
  const file = 'A'.repeat(100_000);
  expect(scan(`{"file":"${file}","a":"${'a'.repeat(900)}"}`, limits)).toEqual({});
  expect(scan(`{"file":"${file}","a":"${'a'.repeat(1_000)}"}`, limits)).toEqual({ isTooLong: true });
  expect(scan('['.repeat(5_000), limits)).toEqual({ isTooLong: true });
});

test('takes at most the time of a few copies for what JSON.parse needs seconds for', () => {
  const bytes = Buffer.from(`[${'[],'.repeat(87_000)}1]`);
  scanJson(bytes, BODY_LIMITS);
  const before = process.cpuUsage();
  scanJson(bytes, BODY_LIMITS);
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(400_000);
});
