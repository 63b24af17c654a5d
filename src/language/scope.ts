import type { Source } from './origins.ts';
import type { Block } from './template.ts';

/** The names that a template can see at one place, innermost first, as in nunjucks' frames. */
export class Scope {
  readonly root: Scope;
  readonly parent: Scope | null;
  /** Of a root: each block's bodies, the outermost override first. */
  readonly blocks: ReadonlyMap<string, readonly Block[]>;
  readonly #values: Map<string, unknown>;
  /** Name → the field of the data that it stands for (origins.ts), as far as it is one. */
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

  /** The top of a template: the data's own properties are its names, and `set` leaves them as they are. */
  static root(data: Readonly<Record<string, unknown>>, blocks: ReadonlyMap<string, readonly Block[]>): Scope {
    const given = new Scope(null, null, true, new Map(Object.entries(data)), blocks);
    for (const name of Object.keys(data)) given.#origins.set(name, name);
    return new Scope(given, null, true, new Map(), blocks);
  }

  /** A loop: `set` changes an outer name where there is one. */
  inner(): Scope {
    return new Scope(this, this.root, false, new Map(), this.blocks);
  }

  /** A macro, a block or a call: sees what is outside, changes nothing there. */
  isolated(): Scope {
    return new Scope(this, this.root, true, new Map(), this.blocks);
  }

  /** The top of an included part: a template of its own that sees where it is included. */
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

  /** The field that a name stands for. A name that nothing binds is a field that was left out. */
  originOf(name: string): Source | undefined {
    let scope: Scope | null = this;
    while (scope !== null) {
      if (scope.#values.has(name)) return scope.#origins.get(name);
      scope = scope.parent;
    }
    return name;
  }

  /**
   * Binds a name here: a loop's variable, a macro's parameter.
   * @param origin the field that the value comes from
   */
  declare(name: string, value: unknown, origin?: Source): void {
    this.#values.set(name, value);
    if (origin === undefined) this.#origins.delete(name);
    else this.#origins.set(name, origin);
  }

  /** `{% set %}`: the nearest scope that has the name and may be written from here, or this one. */
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
