import { LRUCache } from 'lru-cache';
import { refuseMarkup } from '../language/lint/lint.ts';
import { loadTemplate } from '../language/load-template.ts';
import type { Parts, Template } from '../language/template.ts';

/**
 * Total length of the sources whose compiled templates are kept; a compiled template takes about ten bytes per
 * character.
 */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/** The shared parts that a template uses. */
export interface PartsInUse {
  /** Identifies them. */
  readonly key: string;
  /** Called when the template is not in the cache. */
  find(): Parts;
  /** Length of those that no other template shares. */
  readonly characters: number;
}

/** Caches compiled templates by their source and their parts. */
export class TemplateCache {
  readonly #templates = new LRUCache<string, Template>({ maxSize: MAX_CHARACTERS });

  /**
   * @param origin a company's own template must also pass `refuseMarkup`; for the catalogue's own, tests check that
   * @throws TemplateError, or what `parts.find` throws
   */
  load(name: string, source: string, origin: 'global' | 'custom', parts: PartsInUse): Template {
    const key = `${origin} ${parts.key} ${name}\n${source}`;
    const known = this.#templates.get(key);
    if (known !== undefined) return known;
    const found = parts.find();
    const template = loadTemplate(name, source, found);
    if (origin === 'custom') refuseMarkup(template, found);
    this.#templates.set(key, template, { size: key.length + parts.characters });
    return template;
  }
}
