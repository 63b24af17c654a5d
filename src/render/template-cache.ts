import { LRUCache } from 'lru-cache';
import { refuseMarkup } from '../templating/language/lint/lint.ts';
import { loadTemplate, type Parts, type Template } from '../templating/language/load-template.ts';
import { asOneFault, TemplateError } from '../templating/language/template-error.ts';
import type { TemplateText } from './job.ts';
import { SharedParts } from './parts.ts';

/**
 * Total length of the sources whose compiled templates are kept; a compiled template takes about ten bytes per
 * character.
 */
const MAX_CHARACTERS = 2 * 1024 * 1024;

interface LoadedTemplate {
  readonly template: Template;
  readonly parts: Parts;
}

/** Caches compiled templates by their source and their parts. */
export class TemplateCache {
  readonly #release: SharedParts;
  readonly #templates = new LRUCache<string, LoadedTemplate>({ maxSize: MAX_CHARACTERS });

  /** @param release the shared parts of this release, which the texts of the catalogue use */
  constructor(release: SharedParts) {
    this.#release = release;
  }

  /**
   * @param origin a company's own template must also pass `refuseMarkup`; for the catalogue's own, tests check that
   * @throws TemplateError
   */
  load({ name, source, parts: stored }: TemplateText, origin: 'global' | 'custom'): LoadedTemplate {
    const key = `${origin} ${stored?.sha256} ${name}\n${source}`;
    const known = this.#templates.get(key);
    if (known !== undefined) return known;
    // Those of this release are compiled already, once for all texts.
    const shared = stored === undefined ? this.#release : this.#release.select(stored.sources);
    const parts = shared ?? new SharedParts(stored?.sources ?? new Map());
    const template = loadTemplate(name, source, parts);
    if (origin === 'custom') refuseMarkup(template, parts, loadOwn(stored?.own, template, parts));
    const kept = shared === undefined ? [...(stored?.sources.values() ?? [])].join('').length : 0;
    this.#templates.set(key, { template, parts }, { size: key.length + kept });
    return { template, parts };
  }
}

/** The parts that a company wrote. @throws TemplateError for those that its text does not need */
function loadOwn(names: readonly string[] = [], { needs }: Template, parts: Parts): readonly Template[] {
  const unneeded = names.filter((name) => !needs.has(name));
  if (unneeded.length > 0)
    throw asOneFault(unneeded.map((template) => new TemplateError({ template }, UNNEEDED)));
  return names.flatMap((name) => parts.find(name) ?? []);
}

const UNNEEDED = 'the text does not need this part; extend, include or import it, or leave it out';
