import type { Source } from './origins.ts';
import type { Block } from './template.ts';

/** The names that are visible at one place of a template, innermost first, as in nunjucks' frames. */
export class Scope {
  readonly root: Scope;
  readonly parent: Scope | null;
  /** Root scopes: the definitions of each block, the outermost override first. */
  readonly blocks: ReadonlyMap<string, readonly Block[]>;
  readonly #values: Map<string, unknown>;
  /** Name → the data field that its value comes from (origins.ts), if any. */
  readonly #origins = new Map<string, Source>();
  readonly #isolated: boolean;

  private constructor(
    parent: Scope | null,
    root: Scope | null,
    isolated: boolean,
    values: Map<string, unknown>,
    blocks: ReadonlyMap<string, readonly Block[]>,
  ) {
    this.parent = parent;
    this.root = root ?? this;
    this.blocks = blocks;
    this.#isolated = isolated;
    this.#values = values;
  }

  /** The global scope of a template: its names are the data's own properties, and `set` does not change the data. */
  static root(data: Readonly<Record<string, unknown>>, blocks: ReadonlyMap<string, readonly Block[]>): Scope {
    const given = new Scope(null, null, true, new Map(Object.entries(data)), blocks);
    for (const name of Object.keys(data)) given.#origins.set(name, name);
    return new Scope(given, null, true, new Map(), blocks);
  }

  /** The scope of a loop: `set` changes an outer variable if there is one. */
  inner(): Scope {
    return new Scope(this, this.root, false, new Map(), this.blocks);
  }

  /** The scope of a macro, block or call: reads outer names and does not change them. */
  isolated(): Scope {
    return new Scope(this, this.root, true, new Map(), this.blocks);
  }

  /** The global scope of an included part: a template of its own that can read the names around the include. */
  included(blocks: ReadonlyMap<string, readonly Block[]>): Scope {
    return new Scope(this, null, true, new Map(), blocks);
  }

  get(name: string): unknown {
    let scope: Scope | null = this;
    while (scope !== null) {
      const value = scope.#values.get(name);
      if (value !== undefined || scope.#values.has(name)) return value;
      scope = scope.parent;
    }
    return undefined;
  }

  /** The field that a name comes from. A name without a binding is a field that was left out. */
  originOf(name: string): Source | undefined {
    let scope: Scope | null = this;
    while (scope !== null) {
      if (scope.#values.has(name)) return scope.#origins.get(name);
      scope = scope.parent;
    }
    return name;
  }

  /**
   * Binds a name in this scope: a loop variable or a macro's parameter.
   * @param origin the field that the value comes from
   */
  declare(name: string, value: unknown, origin?: Source): void {
    this.#values.set(name, value);
    if (origin === undefined) this.#origins.delete(name);
    else this.#origins.set(name, origin);
  }

  /** `{% set %}`: assigns in the nearest scope that has the name and may be written, or else here. */
  assign(name: string, value: unknown, origin?: Source): void {
    let scope: Scope | null = this;
    while (scope !== null) {
      if (scope.#values.has(name)) {
        scope.declare(name, value, origin);
        return;
      }
      scope = scope.#isolated ? null : scope.parent;
    }
    this.declare(name, value, origin);
  }
}
