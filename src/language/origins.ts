import type { GivenSource } from '../html/given.ts';
import type { Gate } from './gate.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import type { SyntaxNode } from './syntax.ts';
import { isTrue } from './values.ts';

/**
 * Gives the field of the data that an expression stands for: `one.rcName | trim` in a loop over `parties` stands for
 * `parties[0].rcName`, whether the field is there or not. Undefined for what is no field: a literal, a sum, a captured
 * text. Whoever prints a blank asks it which field is missing.
 */
export type Origin = (run: Run, scope: Scope) => Source | undefined;

/**
 * The path of a field; of a text that is strung together, the fields in it; of an object that the template itself writes,
 * the fields under its keys.
 */
export type Source = GivenSource | Map<string, Source>;

const NO_FIELD: Origin = () => undefined;

/** No field of a schema has a longer path; a template could build one without end. */
const MAX_PATH_CHARACTERS = 256;
/** A name has two, an address some more; a loop could string together any number. */
const MAX_FIELDS = 8;

/** Filters whose result is no longer the field, or only one entry of it; all others keep it. */
const RESULTS: Readonly<Record<string, (field: string) => string | undefined>> = {
  first: (field) => `${field}[0]`,
  last: () => undefined,
  length: () => undefined,
  join: () => undefined,
};

type ReadOrigin = (node: SyntaxNode, gate: Gate) => Origin;

const ORIGINS: Readonly<Record<string, ReadOrigin>> = {
  Symbol(node, gate) {
    const name = gate.name(node);
    return (_run, scope) => scope.originOf(name);
  },

  LookupVal(node, gate) {
    const owner = readOrigin(gate.child(node, 'target'), gate);
    const key = gate.expression(gate.child(node, 'val'));
    return (run, scope) => memberOf(owner(run, scope), key(run, scope));
  },

  Group(node, gate) {
    const [inner] = gate.children(node);
    return inner === undefined ? NO_FIELD : readOrigin(inner, gate);
  },

  Filter(node, gate) {
    const name = String(gate.value(gate.child(node, 'name')));
    const [input] = gate.children(gate.child(node, 'args'));
    if (input === undefined) return NO_FIELD;
    const origin = readOrigin(input, gate);
    const change = Object.hasOwn(RESULTS, name) ? RESULTS[name] : undefined;
    if (change === undefined) return origin;
    return (run, scope) => {
      const field = fieldOf(origin(run, scope));
      return field === undefined ? undefined : change(field);
    };
  },

  Dict(node, gate) {
    const entries = gate.children(node).map((pair) => {
      const key = gate.child(pair, 'key');
      return [String(gate.value(key)), readOrigin(gate.child(pair, 'value'), gate)] as const;
    });
    return (run, scope) =>
      new Map(
        entries.flatMap(([name, origin]) => {
          const source = origin(run, scope);
          return source === undefined ? [] : [[name, source] as const];
        }),
      );
  },

  Concat(node, gate) {
    const parts = ['left', 'right'].map((side) => readOrigin(gate.child(node, side), gate));
    return (run, scope) => {
      const fields = parts.flatMap((part) => textSourceOf(part(run, scope)) ?? []);
      return fields.length === 0 ? undefined : fields.slice(0, MAX_FIELDS);
    };
  },

  Or(node, gate) {
    const left = gate.child(node, 'left');
    return choice(gate, left, left, gate.child(node, 'right'));
  },

  InlineIf(node, gate) {
    return choice(
      gate,
      gate.child(node, 'cond'),
      gate.child(node, 'body'),
      gate.optionalChild(node, 'else_'),
    );
  },
};

function choice(gate: Gate, asked: SyntaxNode, chosen: SyntaxNode, other: SyntaxNode | undefined): Origin {
  const condition = gate.expression(asked);
  const then = readOrigin(chosen, gate);
  const otherwise = other === undefined ? NO_FIELD : readOrigin(other, gate);
  return (run, scope) => (isTrue(condition(run, scope)) ? then : otherwise)(run, scope);
}

function memberOf(owner: Source | undefined, key: unknown): Source | undefined {
  if (owner === undefined) return undefined;
  if (owner instanceof Map) return typeof key === 'string' ? owner.get(key) : undefined;
  if (typeof owner !== 'string') return undefined;
  if (owner.length > MAX_PATH_CHARACTERS) return undefined;
  if (typeof key === 'number') return `${owner}[${key}]`;
  return typeof key === 'string' ? `${owner}.${key}` : undefined;
}

/** @param node of an expression that has passed the gate */
export function readOrigin(node: SyntaxNode, gate: Gate): Origin {
  const read = Object.hasOwn(ORIGINS, node.typename) ? ORIGINS[node.typename] : undefined;
  return read === undefined ? NO_FIELD : read(node, gate);
}

/** @param list the field of a list */
export function entryOf(list: Source | undefined, index: number): Source | undefined {
  return memberOf(list, index);
}

/** The field, or the fields of a text that is strung together, unless it is an object of the template. */
export function textSourceOf(source: Source | undefined): GivenSource | undefined {
  return source instanceof Map ? undefined : source;
}

/** The field that a source is, unless it is made of several. */
export function fieldOf(source: Source | undefined): string | undefined {
  return typeof source === 'string' ? source : undefined;
}
