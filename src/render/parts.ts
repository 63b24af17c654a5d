import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PART_FOLDERS } from '../lib/part-folders.ts';
import {
  loadStyleSheet,
  loadTemplate,
  type Parts,
  type Template,
} from '../templating/language/load-template.ts';
import { TemplateError } from '../templating/language/template-error.ts';

/** Those of a release need each other three deep. */
const MAX_DEPTH = 10;

/**
 * Reads the shared parts: every file below layouts/, partials/ and styles/, named as "layouts/agreement.njk".
 * @param directory the folder that holds the three
 */
export function readParts(directory: string): Map<string, string> {
  const sources = new Map<string, string>();
  for (const folder of PART_FOLDERS) {
    for (const file of readdirSync(join(directory, folder), { withFileTypes: true, recursive: true })) {
      const path = join(file.parentPath, file.name);
      const name = relative(directory, path).replaceAll(sep, '/');
      if (file.isFile()) sources.set(name, readFileSync(path, 'utf8'));
    }
  }
  return sources;
}

/** The shared parts. Each is parsed on first use, or all of them by `loadAll`. */
export class SharedParts implements Parts {
  /** The texts of the parts, by name. */
  readonly sources: ReadonlyMap<string, string>;
  readonly #loaded = new Map<string, Template>();
  readonly #loading = new Set<string>();

  constructor(sources: ReadonlyMap<string, string>) {
    this.sources = sources;
  }

  names(): readonly string[] {
    return [...this.sources.keys()];
  }

  find(name: string): Template | undefined {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const source = this.sources.get(name);
    if (source === undefined) return undefined;
    if (this.#loading.has(name)) {
      throw new TemplateError(
        { template: name },
        'this part needs itself; take it out of the parts that it names',
      );
    }
    if (this.#loading.size === MAX_DEPTH) {
      throw new TemplateError(
        { template: name },
        `parts need each other more than ${MAX_DEPTH} deep; join some`,
      );
    }
    this.#loading.add(name);
    try {
      const part = name.endsWith('.css') ? loadStyleSheet(name, source) : loadTemplate(name, source, this);
      this.#loaded.set(name, part);
      return part;
    } finally {
      this.#loading.delete(name);
    }
  }

  /** A view of these parts alone; undefined when they are not all among its own. */
  select(sources: ReadonlyMap<string, string>): Parts | undefined {
    const hasAll = sources.entries().every(([name, source]) => this.sources.get(name) === source);
    if (!hasAll) return undefined;
    return {
      find: (name) => (sources.has(name) ? this.find(name) : undefined),
      names: () => [...sources.keys()],
    };
  }

  /** Loads every part. @returns the faults of those that cannot be used */
  loadAll(): TemplateError[] {
    const faults = new Map<string, TemplateError>();
    for (const name of this.names()) {
      try {
        this.find(name);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        faults.set(error.message, error);
      }
    }
    return [...faults.values()];
  }
}
