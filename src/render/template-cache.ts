import { LRUCache } from 'lru-cache';
import { refuseMarkup } from '../language/lint/lint.ts';
import { loadTemplate } from '../language/load-template.ts';
import type { Parts, Template } from '../language/template.ts';

/**
 * Total length of the sources whose compiled templates are kept; a compiled template takes about ten bytes per
 * character.
 */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/** Caches compiled templates by their source. */
export class TemplateCache {
  readonly #parts: Parts;
  readonly #templates = new LRUCache<string, Template>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_template, key) => key.length,
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * @param origin a company's own template must also pass `refuseMarkup`; for the catalogue's own, tests check that
   * @throws TemplateError
   */
  load(name: string, source: string, origin: 'global' | 'custom'): Template {
    const key = `${origin} ${name}\n${source}`;
    const known = this.#templates.get(key);
    if (known !== undefined) return known;
    const template = loadTemplate(name, source, this.#parts);
    if (origin === 'custom') refuseMarkup(template, this.#parts);
    this.#templates.set(key, template);
    return template;
  }
}
