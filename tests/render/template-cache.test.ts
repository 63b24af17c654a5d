import { expect, test } from 'vitest';
import { SharedParts } from '../../src/render/parts.ts';
import { TemplateCache } from '../../src/render/template-cache.ts';

const NONE = { key: '', find: () => new SharedParts(new Map()), characters: 0 };

const half = (letter: string) => letter.repeat(400_000);

test('loads a template once per name and text', () => {
  const cache = new TemplateCache();
  const first = cache.load('a', 'text', 'global', NONE);
  expect(cache.load('a', 'text', 'global', NONE)).toBe(first);
  expect(cache.load('b', 'text', 'global', NONE)).not.toBe(first);
  expect(cache.load('a', 'other', 'global', NONE)).not.toBe(first);
});

test('drops the least recently used templates beyond two million characters', () => {
  const cache = new TemplateCache();
  const [a, b] = [cache.load('a', half('a'), 'global', NONE), cache.load('b', half('b'), 'global', NONE)];
  for (const name of ['c', 'd', 'e']) cache.load(name, half(name), 'global', NONE);
  expect(cache.load('a', half('a'), 'global', NONE)).toBe(a);
  cache.load('f', half('f'), 'global', NONE);
  expect(cache.load('a', half('a'), 'global', NONE)).toBe(a);
  expect(cache.load('b', half('b'), 'global', NONE)).not.toBe(b);
});
