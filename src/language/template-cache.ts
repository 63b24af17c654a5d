import { loadTemplate } from './load-template.ts';
import { refuseMarkup } from './refuse-markup.ts';
import type { Parts, Template } from './template.ts';

/** Characters of source whose templates are kept: about ten times as many bytes in memory. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/** Loaded templates by their text, the most recently used last. */
export class TemplateCache {
  readonly #parts: Parts;
  readonly #templates = new Map<string, Template>();
  #characters = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * @param origin a company's own text is held to more than the catalogue's, which the tests look after
   * @throws TemplateError
   */
  load(name: string, source: string, origin: 'global' | 'custom'): Template {
    const key = `${origin} ${name}\n${source}`;
    const known = this.#templates.get(key);
    const template = known ?? loadTemplate(name, source, this.#parts);
    if (known === undefined && origin === 'custom') refuseMarkup(template);
    if (known !== undefined) this.#templates.delete(key);
    else this.#characters += key.length;
    this.#templates.set(key, template);
    for (const oldest of this.#templates.keys()) {
      if (this.#characters <= MAX_CHARACTERS) break;
      this.#templates.delete(oldest);
      this.#characters -= oldest.length;
    }
    return template;
  }
}
