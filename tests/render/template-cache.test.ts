import { expect, test } from 'vitest';
import { SharedParts } from '../../src/render/parts.ts';
import { TemplateCache } from '../../src/render/template-cache.ts';

const half = (letter: string) => letter.repeat(400_000);

test('loads a template once per name and text', () => {
  const cache = new TemplateCache(new SharedParts(new Map()));
  const first = cache.load({ name: 'a', source: 'text' }, 'global').template;
  expect(cache.load({ name: 'a', source: 'text' }, 'global').template).toBe(first);
  expect(cache.load({ name: 'b', source: 'text' }, 'global').template).not.toBe(first);
  expect(cache.load({ name: 'a', source: 'other' }, 'global').template).not.toBe(first);
});

test('drops the least recently used templates beyond two million characters', () => {
  const cache = new TemplateCache(new SharedParts(new Map()));
  const [a, b] = [
    cache.load({ name: 'a', source: half('a') }, 'global').template,
    cache.load({ name: 'b', source: half('b') }, 'global').template,
  ];
  for (const name of ['c', 'd', 'e']) cache.load({ name, source: half(name) }, 'global').template;
  expect(cache.load({ name: 'a', source: half('a') }, 'global').template).toBe(a);
  cache.load({ name: 'f', source: half('f') }, 'global').template;
  expect(cache.load({ name: 'a', source: half('a') }, 'global').template).toBe(a);
  expect(cache.load({ name: 'b', source: half('b') }, 'global').template).not.toBe(b);
});
