import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RefusedTexts } from '../../../src/service/use-cases/refused-texts.ts';
import type { OwnText } from '../../../src/workers/pool/job.ts';

const TEXT: OwnText = { owner: 'acme', sha256: 'aa' };
const OTHER: OwnText = { owner: 'acme', sha256: 'bb' };
/** The same text, which another company has published too. */
const SAME: OwnText = { owner: 'other', sha256: 'aa' };
const REFUSED =
  'Document generation failed; documents of this text have ended three of the processes that make documents within a minute, and it is refused for a minute';

describe('a text that ends workers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const lose = (texts: RefusedTexts, times: number, text = TEXT) => {
    for (let loss = 0; loss < times; loss += 1) texts.noteLoss(text);
  };

  test('is refused for a minute after the third worker, and no other text is', () => {
    const told: OwnText[] = [];
    const texts = new RefusedTexts((text) => told.push(text));
    lose(texts, 2);
    texts.check(TEXT);
    lose(texts, 1);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
    texts.check(OTHER);
    texts.check({});
    expect([texts.current, texts.refusals, told]).toEqual([1, 1, [TEXT]]);

    vi.advanceTimersByTime(59_999);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
    vi.advanceTimersByTime(1);
    texts.check(TEXT);
    expect([texts.current, texts.refusals]).toEqual([0, 2]);
  });

  test('is not refused if the three are more than a minute apart', () => {
    const texts = new RefusedTexts(() => {});
    lose(texts, 2);
    vi.advanceTimersByTime(60_000);
    lose(texts, 2);
    texts.check(TEXT);
    lose(texts, 1);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
  });

  test('is not refused if each is less than a minute after the one before, and the first more before the third', () => {
    const texts = new RefusedTexts(() => {});
    for (let loss = 0; loss < 3; loss += 1) {
      lose(texts, 1);
      vi.advanceTimersByTime(40_000);
    }
    expect(() => texts.check(TEXT)).not.toThrow();
  });

  test('is refused to the company whose documents ended them, and not to another that has the same text', () => {
    const told: OwnText[] = [];
    const texts = new RefusedTexts((text) => told.push(text));
    lose(texts, 2, SAME);
    lose(texts, 4);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
    texts.check(SAME);
    lose(texts, 1, SAME);
    expect(() => texts.check(SAME)).toThrow(REFUSED);
    expect(told).toEqual([TEXT, SAME]);
  });

  test('is never refused if it is in the catalogue', () => {
    const texts = new RefusedTexts(() => {});
    lose(texts, 10, {});
    texts.check({});
    expect(texts.current).toBe(0);
  });
});
