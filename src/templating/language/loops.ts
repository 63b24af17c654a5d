import { deciding } from './deciding.ts';
import type { Gate, ReadStatement } from './gate.ts';
import { bare, memberOf } from './sources.ts';
import type { SyntaxNode } from './syntax.ts';
import { isDict } from './values.ts';

/** `{% for %}` with one variable over a list, or with two over an object or a list of pairs. */
export const readFor: ReadStatement = (node, gate) => {
  const names = loopNames(gate.child(node, 'name'), gate);
  const only = names.length === 1 ? names[0] : undefined;
  const list = gate.expression(gate.child(node, 'arr'));
  const body = gate.binding([...names, 'loop'], () => gate.statement(gate.child(node, 'body')));
  const elseNode = gate.optionalChild(node, 'else_');
  const otherwise = elseNode === undefined ? undefined : gate.statement(elseNode);
  const place = gate.place(node);
  const repeat = deciding(gate.offset(node), list, ({ value, source }, run, scope) => {
    const items = itemsOf(value, names.length);
    run.handle(items);
    const inner = scope.inner();
    items.forEach((item, index) => {
      run.step();
      if (only !== undefined) inner.declare(only, { value: item, source: memberOf(source, index) });
      else
        for (const [at, name] of names.entries())
          inner.declare(name, bare(Array.isArray(item) ? item[at] : undefined));
      inner.declare('loop', bare(loopState(index, items.length)));
      body(run, inner);
    });
    if (items.length === 0) otherwise?.(run, scope);
  });
  return (run, scope) => {
    run.place = place;
    repeat(run, scope);
  };
};

function loopNames(node: SyntaxNode, gate: Gate): readonly string[] {
  const names = (node.typename === 'Array' ? gate.children(node) : [node]).map((name) => gate.name(name));
  if (names.length > 2) throw gate.refusal(node, 'a loop takes one name, or two for keys and values');
  return names;
}

/** Loops accept lists and, with two variables, objects; neither texts nor objects with a `length`. */
function itemsOf(value: unknown, names: number): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return names === 2 && isDict(value) ? Object.entries(value) : [];
}

function loopState(index: number, length: number): Readonly<Record<string, unknown>> {
  return {
    index: index + 1,
    index0: index,
    revindex: length - index,
    revindex0: length - index - 1,
    first: index === 0,
    last: index === length - 1,
    length,
  };
}
