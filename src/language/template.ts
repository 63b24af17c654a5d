import type { Outline } from './outline.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import type { Place } from './template-error.ts';

/** A checked expression, ready to run. */
export type Evaluate = (run: Run, scope: Scope) => unknown;

/** A checked statement, ready to run. */
export type Execute = (run: Run, scope: Scope) => void;

export interface Parameter {
  readonly name: string;
  /** The value when no argument is given. */
  fallback: Evaluate | undefined;
}

export interface Macro {
  readonly name: string;
  /** Name of the template that it stands in. */
  readonly home: string;
  readonly parameters: readonly Parameter[];
  body: Execute;
}

export interface Block {
  readonly callsSuper: boolean;
  readonly body: Execute;
}

/** A template or shared part that has passed the gate. */
export interface Template {
  readonly name: string;
  /** The layout that it extends; its own body then only sets names. */
  readonly parent: Template | null;
  readonly body: Execute;
  readonly macros: ReadonlyMap<string, Macro>;
  /** Each block's bodies, its own first, then those of the layouts that it extends. */
  readonly blocks: ReadonlyMap<string, readonly Block[]>;
  /** The names that it, its layouts and its includes read and nothing in it sets: they come from the data. */
  readonly reads: ReadonlyMap<string, Place>;
  /** The names that its macros read and nothing in it sets; an imported macro would find nothing there. */
  readonly macroReads: ReadonlyMap<string, Place>;
  /** The names that it or its layouts set. */
  readonly assigns: ReadonlySet<string>;
  /** What it prints, for those who look at the markup around its values. */
  readonly outline: Outline;
}

/** The shared parts that a template may name. */
export interface Parts {
  /** The part of this name, or undefined. Throws TemplateError for a part that is not valid. */
  find(name: string): Template | undefined;
  names(): readonly string[];
}
