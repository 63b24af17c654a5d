import type { Sourced } from './sources.ts';
import type { Block } from './template.ts';

/** The names that are visible at one place of a template, innermost first, as in nunjucks' frames. */
export class Scope {
  readonly root: Scope;
  readonly parent: Scope | null;
  /** Root scopes: the definitions of each block, the outermost override first. */
  readonly blocks: ReadonlyMap<string, readonly Block[]>;
  readonly #values: Map<string, Sourced>;
  readonly #isolated: boolean;

  private constructor(
    parent: Scope | null,
    root: Scope | null,
    isolated: boolean,
    values: Map<string, Sourced>,
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
    const values = Object.entries(data).map(([name, value]) => [name, { value, source: name }] as const);
    const given = new Scope(null, null, true, new Map(values), blocks);
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

  /** What a name stands for. A name without a binding is a field that was left out. */
  get(name: string): Sourced {
    let scope: Scope | null = this;
    while (scope !== null) {
      const bound = scope.#values.get(name);
      if (bound !== undefined) return bound;
      scope = scope.parent;
    }
    return { value: undefined, source: name };
  }

  /** Binds a name in this scope: a loop variable or a macro's parameter. */
  declare(name: string, sourced: Sourced): void {
    this.#values.set(name, sourced);
  }

  /** `{% set %}`: assigns in the nearest scope that has the name and may be written, or else here. */
  assign(name: string, sourced: Sourced): void {
    let scope: Scope | null = this;
    while (scope !== null) {
      if (scope.#values.has(name)) {
        scope.declare(name, sourced);
        return;
      }
      scope = scope.#isolated ? null : scope.parent;
    }
    this.declare(name, sourced);
  }
}
