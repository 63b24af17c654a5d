import { CALLS } from './calls.ts';
import type { ReadExpression } from './gate.ts';
import { OPERATORS } from './operators.ts';
import { bare, memberOf } from './sources.ts';
import type { Evaluate } from './template.ts';
import { getProperty, isTrue } from './values.ts';

const MAX_LITERAL_CHARACTERS = 8 * 1024;

/** The node types that are allowed in an expression, each with its check and its compilation. */
export const EXPRESSIONS: Readonly<Record<string, ReadExpression>> = {
  ...OPERATORS,
  ...CALLS,

  Literal(node, gate) {
    const value = gate.value(node);
    const allowed =
      value === null ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && Number.isFinite(value)) ||
      (typeof value === 'string' && value.length <= MAX_LITERAL_CHARACTERS);
    if (!allowed)
      throw gate.refusal(node, 'the only literals are texts up to 8 KiB, numbers, true, false and none');
    const literal = { ...bare(value), at: typeof value === 'string' ? gate.quoted(node, value) : undefined };
    return () => literal;
  },

  Symbol(node, gate) {
    const name = gate.name(node);
    if (name === 'caller' && !gate.inMacro) throw gate.refusal(node, 'caller only exists in a macro');
    if (name !== 'caller') gate.reading(name, gate.place(node));
    return (run, scope) => {
      run.step();
      const found = scope.get(name);
      run.notes.origins?.reading(found);
      return found;
    };
  },

  LookupVal(node, gate) {
    const owner = gate.expression(gate.child(node, 'target'));
    const keyNode = gate.child(node, 'val');
    const literal = keyNode.typename === 'Literal' ? gate.value(keyNode) : undefined;
    if (typeof literal === 'string') gate.identifier(keyNode, literal);
    const key = gate.expression(keyNode);
    return (run, scope) => {
      run.step();
      const { value, source } = owner(run, scope);
      const { value: name } = key(run, scope);
      const found = { value: getProperty(value, name), source: memberOf(source, name) };
      run.notes.origins?.reading(found);
      return found;
    };
  },

  Group(node, gate) {
    const [inner, ...more] = gate.children(node);
    if (inner === undefined || more.length > 0)
      throw gate.refusal(node, 'write one expression between ( and )');
    return gate.expression(inner);
  },

  Array(node, gate) {
    const items = gate.children(node).map((item) => gate.expression(item));
    return (run, scope) => {
      run.step();
      return bare(items.map((item) => item(run, scope).value));
    };
  },

  Dict(node, gate) {
    const entries = gate.children(node).map((pair) => {
      const key = gate.child(pair, 'key');
      const text = key.typename === 'Literal' ? gate.value(key) : undefined;
      const name = typeof text === 'string' ? gate.identifier(key, text) : gate.name(key);
      return [name, gate.expression(gate.child(pair, 'value'))] as const;
    });
    return (run, scope) => {
      run.step();
      const fields = entries.map(([name, read]) => ({ name, ...read(run, scope) }));
      return {
        value: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
        source: new Map(fields.flatMap(({ name, source }) => (source === undefined ? [] : [[name, source]]))),
      };
    };
  },

  InlineIf(node, gate) {
    const condition = gate.expression(gate.child(node, 'cond'));
    const then = gate.expression(gate.child(node, 'body'));
    const elseNode = gate.optionalChild(node, 'else_');
    const otherwise: Evaluate = elseNode === undefined ? () => bare('') : gate.expression(elseNode);
    return (run, scope) => {
      run.step();
      return isTrue(condition(run, scope).value) ? then(run, scope) : otherwise(run, scope);
    };
  },
};
