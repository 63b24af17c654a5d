import type { Gate, ReadExpression } from './gate.ts';
import { bare, joined } from './sources.ts';
import type { SyntaxNode } from './syntax.ts';
import type { Evaluate } from './template.ts';
import { concatenate, getProperty, isDict, isTrue, Safe, toNumber, toText } from './values.ts';

type Combine = (left: unknown, right: unknown) => unknown;

/** `+` joins texts and adds numbers, as in JavaScript. */
const ARITHMETIC: ReadonlyMap<string, { readonly rank: number; readonly combine: Combine }> = new Map([
  ['Concat', { rank: 1, combine: (left: unknown, right: unknown) => concatenate([left, right]) }],
  ['Add', { rank: 1, combine: add }],
  ['Sub', { rank: 1, combine: (left, right) => toNumber(left) - toNumber(right) }],
  ['Mul', { rank: 2, combine: (left, right) => toNumber(left) * toNumber(right) }],
  ['Div', { rank: 2, combine: (left, right) => toNumber(left) / toNumber(right) }],
  ['Mod', { rank: 2, combine: (left, right) => toNumber(left) % toNumber(right) }],
]);

function add(left: unknown, right: unknown): unknown {
  return isText(left) || isText(right) ? concatenate([left, right]) : toNumber(left) + toNumber(right);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** A list or an object, which cannot be converted to a text. */
function isComposite(value: unknown): boolean {
  return Array.isArray(value) || isDict(value);
}

const arithmetic: ReadExpression = (node, gate) =>
  chain(gate, node.typename, gate.expression(gate.child(node, 'left')), gate.child(node, 'right'));

/**
 * Makes `a * b / c` left-associative, as in JavaScript and stock nunjucks, although nunjucks' parser builds a * (b /
 * c).
 */
function chain(gate: Gate, operator: string, left: Evaluate, right: SyntaxNode): Evaluate {
  const meaning = ARITHMETIC.get(operator);
  if (meaning === undefined) throw gate.refusal(right, `the operator ${operator} is not allowed`);
  if (ARITHMETIC.get(right.typename)?.rank === meaning.rank) {
    const first = chain(gate, operator, left, gate.child(right, 'left'));
    return chain(gate, right.typename, first, gate.child(right, 'right'));
  }
  const second = gate.expression(right);
  return (run, scope) => {
    const one = left(run, scope);
    const other = second(run, scope);
    const value = run.apply(meaning.combine, one.value, other.value);
    return isText(value) ? { value, source: joined(one, other) } : bare(value);
  };
}

const COMPARISONS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': equals,
  '!=': (left, right) => !equals(left, right),
  '===': (left, right) => plain(left) === plain(right),
  '!==': (left, right) => plain(left) !== plain(right),
  '<': (left, right) => isOrdered(left, right, (a, b) => a < b),
  '>': (left, right) => isOrdered(left, right, (a, b) => a > b),
  '<=': (left, right) => isOrdered(left, right, (a, b) => a <= b),
  '>=': (left, right) => isOrdered(left, right, (a, b) => a >= b),
};

function plain(value: unknown): unknown {
  return value instanceof Safe ? value.html : value;
}

/** JavaScript's loose equality for scalars; arrays and objects equal only themselves. */
function equals(one: unknown, other: unknown): boolean {
  const left = plain(one) ?? null;
  const right = plain(other) ?? null;
  if (left === null || right === null) return left === right;
  if (typeof left === typeof right || typeof left === 'object' || typeof right === 'object')
    return left === right;
  return toNumber(left) === toNumber(right);
}

function isOrdered<Value extends string | number>(
  one: unknown,
  other: unknown,
  holds: (left: Value, right: Value) => boolean,
): boolean {
  const left = plain(one);
  const right = plain(other);
  const texts = typeof left === 'string' && typeof right === 'string';
  return texts
    ? holds(left as Value, right as Value)
    : holds(toNumber(left) as Value, toNumber(right) as Value);
}

const compare: ReadExpression = (node, gate) => {
  const [operation, ...more] = gate.children(node, 'ops');
  if (operation === undefined || more.length > 0)
    throw gate.refusal(node, 'compare two values at a time, joined by and');
  const type = gate.field(operation, 'type');
  const holds = typeof type === 'string' && Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type] : undefined;
  if (holds === undefined) throw gate.refusal(operation, 'this comparison is not allowed');
  const left = gate.expression(gate.child(node, 'expr'));
  const right = gate.expression(gate.child(operation, 'expr'));
  return (run, scope) => bare(run.apply(holds, left(run, scope).value, right(run, scope).value));
};

/** Whether a list has an item, a text a substring, or an object a key. An absent container has none. */
function contains(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.map(plain).includes(plain(item));
  const text = plain(container);
  if (typeof text === 'string') return !isComposite(item) && text.includes(toText(item));
  return isDict(container) && getProperty(container, item) !== undefined;
}

export const OPERATORS: Readonly<Record<string, ReadExpression>> = {
  ...Object.fromEntries(Array.from(ARITHMETIC.keys(), (operator) => [operator, arithmetic])),
  Compare: compare,

  FloorDiv(node, gate) {
    const quotient = chain(gate, 'Div', gate.expression(gate.child(node, 'left')), gate.child(node, 'right'));
    return (run, scope) =>
      bare(run.apply((value) => Math.floor(toNumber(value)), quotient(run, scope).value));
  },

  Neg(node, gate) {
    const target = gate.expression(gate.child(node, 'target'));
    return (run, scope) => bare(run.apply((value) => -toNumber(value), target(run, scope).value));
  },

  Pos(node, gate) {
    const target = gate.expression(gate.child(node, 'target'));
    return (run, scope) => bare(run.apply(toNumber, target(run, scope).value));
  },

  And(node, gate) {
    const left = gate.expression(gate.child(node, 'left'));
    const right = gate.expression(gate.child(node, 'right'));
    return (run, scope) => {
      const { value } = left(run, scope);
      return bare(isTrue(value) ? right(run, scope).value : value);
    };
  },

  Or(node, gate) {
    const left = gate.expression(gate.child(node, 'left'));
    const right = gate.expression(gate.child(node, 'right'));
    return (run, scope) => {
      const first = left(run, scope);
      return isTrue(first.value) ? first : right(run, scope);
    };
  },

  Not(node, gate) {
    const target = gate.child(node, 'target');
    // Stock nunjucks parses `not a == b` as `(not a) == b`; most readers expect `not (a == b)`.
    if (target.typename === 'Compare') throw gate.refusal(node, 'write not (a == b), with brackets');
    const value = gate.expression(target);
    return (run, scope) => bare(!isTrue(value(run, scope).value));
  },

  In(node, gate) {
    const item = gate.expression(gate.child(node, 'left'));
    const container = gate.expression(gate.child(node, 'right'));
    return (run, scope) => bare(run.apply(contains, item(run, scope).value, container(run, scope).value));
  },
};
