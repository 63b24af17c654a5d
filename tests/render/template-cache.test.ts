import { expect, test } from 'vitest';
import { SharedParts } from '../../src/render/parts.ts';
import { TemplateCache } from '../../src/render/template-cache.ts';

const half = (letter: string) => letter.repeat(400_000);

test('loads a template once per name and text', () => {
  const cache = new TemplateCache(new SharedParts(new Map()));
  const first = cache.load('a', 'text', 'global');
  expect(cache.load('a', 'text', 'global'), 'global').toBe(first);
  expect(cache.load('b', 'text', 'global')).not.toBe(first);
  expect(cache.load('a', 'other', 'global')).not.toBe(first);
});

test('drops the least recently used templates beyond two million characters', () => {
  const cache = new TemplateCache(new SharedParts(new Map()));
  const [a, b] = [cache.load('a', half('a'), 'global'), cache.load('b', half('b'), 'global')];
  for (const name of ['c', 'd', 'e']) cache.load(name, half(name), 'global');
  expect(cache.load('a', half('a'), 'global')).toBe(a);
  cache.load('f', half('f'), 'global');
  expect(cache.load('a', half('a'), 'global')).toBe(a);
  expect(cache.load('b', half('b'), 'global')).not.toBe(b);
});
