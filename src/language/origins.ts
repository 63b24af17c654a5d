import type { GivenSource } from '../html/given.ts';
import type { Gate } from './gate.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import type { SyntaxNode } from './syntax.ts';
import { isTrue } from './values.ts';

/**
 * Returns the data field that an expression's value comes from: in a loop over `parties`, `one.rcName | trim` comes
 * from `parties[0].rcName`, whether that is present or not. Undefined for values that are not fields: literals, sums,
 * captured texts. A blank needs it to name the missing field.
 */
export type Origin = (run: Run, scope: Scope) => Source | undefined;

/**
 * The path of a field; for a joined text, all of its fields; for an object literal of the template, the fields by key.
 */
export type Source = GivenSource | Map<string, Source>;

const NO_FIELD: Origin = () => undefined;

/** Longer than any field path of a schema; a template could build paths without end. */
const MAX_PATH_CHARACTERS = 256;
/** A name consists of two fields, an address of some more; a loop could join any number. */
const MAX_FIELDS = 8;

/** Filters whose result is another field or none; all other filters keep the field. */
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

/** @param node an expression that was checked */
export function readOrigin(node: SyntaxNode, gate: Gate): Origin {
  const read = Object.hasOwn(ORIGINS, node.typename) ? ORIGINS[node.typename] : undefined;
  return read === undefined ? NO_FIELD : read(node, gate);
}

/** @param list the field of a list */
export function entryOf(list: Source | undefined, index: number): Source | undefined {
  return memberOf(list, index);
}

/** The field or fields of a text, unless the source is an object literal. */
export function textSourceOf(source: Source | undefined): GivenSource | undefined {
  return source instanceof Map ? undefined : source;
}

/** The field of a source, unless there are several. */
export function fieldOf(source: Source | undefined): string | undefined {
  return typeof source === 'string' ? source : undefined;
}
