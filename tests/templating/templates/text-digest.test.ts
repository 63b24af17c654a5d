import { describe, expect, test } from 'vitest';
import { readParts, SharedParts } from '../../../src/render/parts.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { PROJECT, readCatalogue } from '../../../src/templating/templates/catalogue.ts';
import { textDigest } from '../../../src/templating/templates/text-digest.ts';

const sources = readParts(`${PROJECT}/templates-html`);
const parts = new SharedParts(sources);
const templates = [...(await readCatalogue()).values()].flat();

describe('the digest of a text', () => {
  test.each(templates.map((one) => [`${one.templateId}/${one.version}.njk`, one.source] as const))(
    'covers %s and exactly the parts that the interpreter says it needs',
    (name, source) => {
      const digest = textDigest(name, source, sources);
      const { needs } = loadTemplate(name, source, parts);
      expect(needs.size).toBeGreaterThan(3);
      for (const [part, text] of sources) {
        const changed = textDigest(name, source, new Map([...sources, [part, `${text} `]]));
        expect([part, changed !== digest]).toEqual([part, needs.has(part)]);
      }
      expect(textDigest(name, `${source} `, sources)).not.toBe(digest);
      expect(textDigest(`other/${name}`, source, sources)).not.toBe(digest);
      expect(textDigest(name, source, new Map([...sources].reverse()))).toBe(digest);
    },
  );

  test('ends for parts that need each other', () => {
    const circle = new Map([
      ['a.njk', '{% include "b.njk" %}'],
      ['b.njk', "{%- from 'a.njk' import x %}"],
    ]);
    expect(textDigest('text.njk', '{% import "a.njk" as a %}', circle)).toMatch(/^[\da-f]{64}$/);
  });
});
