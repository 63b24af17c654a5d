import { FILTERS } from './filters/filters.ts';
import type { Gate, ReadExpression } from './gate.ts';
import { readCaller, readMacroCall } from './macros.ts';
import { PREDICATES } from './predicates.ts';
import { bare, fieldOf, type Source, type Sourced } from './sources.ts';
import type { SyntaxNode } from './syntax.ts';
import { TemplateFault } from './template-error.ts';
import { toNumber } from './values.ts';

const KNOWN_FILTERS = new Map(Object.entries(FILTERS));

const MAX_RANGE = 1000;

/** The callable names; any other call must be of a macro. */
const CALLEES: Readonly<Record<string, ReadExpression>> = {
  super(node, gate) {
    if (!gate.inBlock) throw gate.refusal(node, 'super() only exists in a block');
    positional(node, gate, 0, 0);
    gate.callsSuper = true;
    return (_run, scope) => scope.get('super');
  },

  caller(node, gate) {
    if (!gate.inMacro) throw gate.refusal(node, 'caller() only exists in a macro');
    const values = positional(node, gate, 0, 10).map((argument) => gate.expression(argument));
    return (run, scope) => {
      const { value: caller } = scope.get('caller');
      if (typeof caller !== 'function') {
        throw new TemplateFault(
          'caller() needs the macro to be called by {% call %}; test with {% if caller %}',
        );
      }
      return bare(caller(values.map((argument) => argument(run, scope))));
    };
  },

  range(node, gate) {
    const values = positional(node, gate, 1, 3).map((argument) => gate.expression(argument));
    return (run, scope) => bare(run.apply(range, ...values.map((value) => value(run, scope).value)));
  },
};

function range(...values: readonly unknown[]): readonly number[] {
  const numbers = values.map(toNumber);
  const [start = 0, stop = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  const count = Math.ceil((stop - start) / step);
  if (!(count <= MAX_RANGE)) throw new TemplateFault(`range() gives at most ${MAX_RANGE} numbers`);
  return Array.from({ length: Math.max(0, count) }, (_, index) => start + index * step);
}

function sourceOfValue(_result: unknown, [value]: readonly Sourced[]): Source | undefined {
  return value?.source;
}

/** The arguments of a call that takes no keyword arguments. */
function positional(node: SyntaxNode, gate: Gate, min: number, max: number): readonly SyntaxNode[] {
  const nodes = gate.children(gate.child(node, 'args'));
  if (nodes.length < min || nodes.length > max) {
    throw gate.refusal(
      node,
      `takes ${min === max ? min : `${min} to ${max}`} arguments, not ${nodes.length}`,
    );
  }
  const keywords = nodes.find(({ typename }) => typename === 'KeywordArgs');
  if (keywords !== undefined) throw gate.refusal(keywords, 'takes no keyword arguments; give them in order');
  return nodes;
}

export const CALLS: Readonly<Record<string, ReadExpression>> = {
  FunCall(node, gate) {
    const callee = gate.child(node, 'name');
    const name = callee.typename === 'Symbol' ? gate.name(callee) : '';
    const known = Object.hasOwn(CALLEES, name) && !gate.macros.has(name) ? CALLEES[name] : undefined;
    return known === undefined ? readMacroCall(node, gate) : known(node, gate);
  },

  Caller: readCaller,

  Filter(node, gate) {
    const name = gate.value(gate.child(node, 'name'));
    const filter = typeof name === 'string' ? KNOWN_FILTERS.get(name) : undefined;
    if (filter === undefined) {
      throw gate.refusal(node, `there is no such filter; there are ${Object.keys(FILTERS).join(', ')}`);
    }
    const [min, max] = filter.arguments;
    const inputs = positional(node, gate, min + 1, max + 1).map((input) => gate.expression(input));
    const { sourceOf = sourceOfValue } = filter;
    const place = gate.place(node);
    return (run, scope) => {
      const given = inputs.map((input) => input(run, scope));
      run.place = place;
      const apply =
        'apply' in filter
          ? filter.apply
          : filter.applyTo.bind(undefined, fieldOf(given[filter.fieldOf]?.source));
      const value = run.apply(apply, ...given.map((one) => one.value));
      return { value, source: sourceOf(value, given) };
    };
  },

  Is(node, gate) {
    const right = gate.child(node, 'right');
    const called = right.typename === 'FunCall';
    const named = called ? gate.child(right, 'name') : right;
    // `is none`: the parser reads `none` as a literal.
    const name = named.typename === 'Literal' && gate.value(named) === null ? 'none' : gate.name(named);
    const test = Object.hasOwn(PREDICATES, name) ? PREDICATES[name] : undefined;
    if (test === undefined)
      throw gate.refusal(node, `there is no such test; there are ${Object.keys(PREDICATES).join(', ')}`);
    const count = test.arguments;
    const [argument] = (called ? positional(right, gate, count, count) : []).map((one) =>
      gate.expression(one),
    );
    if (!called && count > 0) throw gate.refusal(node, `the test ${name} takes one argument, in brackets`);
    const value = gate.expression(gate.child(node, 'left'));
    return (run, scope) => bare(run.apply(test.holds, value(run, scope).value, argument?.(run, scope).value));
  },
};
