import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import type { Sourced } from './sources.ts';
import type { TextPlace } from './template-error.ts';

export type Evaluate = (run: Run, scope: Scope) => Sourced;

/** A compiled statement. */
export type Execute = (run: Run, scope: Scope) => void;

export interface Parameter {
  readonly name: string;
  /** The default value. */
  fallback: Evaluate | undefined;
}

export interface Macro {
  readonly name: string;
  /** Name of the template that defines it. */
  readonly home: string;
  readonly parameters: readonly Parameter[];
  body: Execute;
}

export interface Block {
  readonly callsSuper: boolean;
  readonly body: Execute;
}

/** A template or shared part that was checked and compiled. */
export interface Template {
  readonly name: string;
  /** Its text, for checks that parse it again. */
  readonly source: string;
  /** The layout that it extends; its own body then only sets variables. */
  readonly parent: Template | null;
  readonly body: Execute;
  readonly macros: ReadonlyMap<string, Macro>;
  /** The definitions of each block: its own first, then those of the layouts that it extends. */
  readonly blocks: ReadonlyMap<string, readonly Block[]>;
  /** Names that the template, its layouts and its includes read but do not set: they come from the data. */
  readonly reads: ReadonlyMap<string, TextPlace>;
  /** Names that its macros read but do not set; an imported macro cannot see the data. */
  readonly macroReads: ReadonlyMap<string, TextPlace>;
  /** Names that it or its layouts set. */
  readonly assigns: ReadonlySet<string>;
  /** Names of all shared parts that it needs: those that it names, and those that they name. */
  readonly needs: ReadonlySet<string>;
}

export interface Parts {
  /** The part of this name, or undefined. @throws TemplateError for a part with a fault */
  find(name: string): Template | undefined;
  names(): readonly string[];
}
