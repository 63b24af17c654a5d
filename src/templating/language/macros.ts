import type { Gate, ReadExpression } from './gate.ts';
import { runModule } from './render-template.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { bare, type Sourced } from './sources.ts';
import type { SyntaxNode } from './syntax.ts';
import type { Evaluate, Execute, Macro, Parameter, Template } from './template.ts';
import type { Safe } from './values.ts';

/** The parameters of a macro or call block. `readBody` reads the default values later, when every macro is known. */
export function readParameters(list: SyntaxNode, gate: Gate): Parameter[] {
  const names = gate.children(list).flatMap((node) => {
    if (node.typename !== 'KeywordArgs') return [gate.name(node)];
    return gate.children(node).map((pair) => gate.name(gate.child(pair, 'key')));
  });
  const taken = new Set(['caller']);
  for (const name of names) {
    if (taken.has(name)) throw gate.refusal(list, `the parameter ${name} is taken; give it another name`);
    taken.add(name);
  }
  return names.map((name) => ({ name, fallback: undefined }));
}

/** Reads the default values and the body of a macro or call block, with its parameters bound. */
export function readBody(node: SyntaxNode, parameters: readonly Parameter[], gate: Gate): Execute {
  return gate.binding(
    parameters.map((parameter) => parameter.name),
    () => {
      const keywords = gate
        .children(gate.child(node, 'args'))
        .find((child) => child.typename === 'KeywordArgs');
      for (const pair of keywords === undefined ? [] : gate.children(keywords)) {
        const name = gate.name(gate.child(pair, 'key'));
        const parameter = parameters.find((candidate) => candidate.name === name);
        if (parameter !== undefined) parameter.fallback = gate.expression(gate.child(pair, 'value'));
      }
      return gate.statement(gate.child(node, 'body'));
    },
  );
}

interface Arguments {
  /** In the order of the parameters; undefined for those that the call leaves out. */
  readonly values: readonly (Evaluate | undefined)[];
  readonly caller: Evaluate | undefined;
}

export const readMacroCall: ReadExpression = (node, gate) => {
  const { macro, home } = findMacro(gate.child(node, 'name'), gate);
  const { values, caller } = readArguments(node, macro, gate);
  const place = gate.place(node);
  return (run, scope) => {
    run.step();
    const given = values.map((argument) => argument?.(run, scope));
    const inside = (home === undefined ? scope.root : runModule(run, home)).isolated();
    inside.declare('caller', caller?.(run, scope) ?? bare(undefined));
    run.place = place;
    return bare(enter(run, inside, macro, given));
  };
};

function enter(
  run: Run,
  inside: Scope,
  { parameters, body }: Pick<Macro, 'parameters' | 'body'>,
  given: readonly (Sourced | undefined)[],
): Safe {
  parameters.forEach(({ name, fallback }, index) => {
    inside.declare(name, given[index] ?? fallback?.(run, inside) ?? bare(undefined));
  });
  return run.call(() => body(run, inside));
}

/** The block of `{% call %}`: it can read the names around it, and the macro gets it as `caller`. */
export const readCaller: ReadExpression = (node, gate) => {
  const parameters = readParameters(gate.child(node, 'args'), gate);
  const body = readBody(node, parameters, gate);
  return (run, scope) =>
    bare((given: readonly Sourced[]) => enter(run, scope.isolated(), { parameters, body }, given));
};

function findMacro(callee: SyntaxNode, gate: Gate): { macro: Macro; home: Template | undefined } {
  if (callee.typename === 'LookupVal') {
    const owner = gate.child(callee, 'target');
    const key = gate.child(callee, 'val');
    const home = owner.typename === 'Symbol' ? gate.imports.get(gate.name(owner)) : undefined;
    const macro = home?.macros.get(String(key.typename === 'Literal' ? gate.value(key) : ''));
    if (home !== undefined && macro !== undefined) return { macro, home };
    throw gate.refusal(
      callee,
      home === undefined ? NOT_A_MACRO : `${home.name} has no such macro; ${listed(home)}`,
    );
  }
  const macro = callee.typename === 'Symbol' ? gate.macros.get(gate.name(callee)) : undefined;
  if (macro === undefined) throw gate.refusal(callee, unknownMacro(callee, gate));
  return { macro, home: macro.home === gate.template ? undefined : gate.parts.find(macro.home) };
}

const NOT_A_MACRO = 'only macros can be called; data has no methods';

function unknownMacro(callee: SyntaxNode, gate: Gate): string {
  if (callee.typename !== 'Symbol') return NOT_A_MACRO;
  const name = gate.name(callee);
  const home = gate.parts.names().find((part) => part.startsWith('partials/') && hasMacro(gate, part, name));
  if (home === undefined) return `there is no macro ${name}; define it or correct the name`;
  return `the macro ${name} is not known here; add {% from "${home}" import ${name} %}`;
}

function hasMacro(gate: Gate, part: string, name: string): boolean {
  return part !== gate.template && gate.parts.find(part)?.macros.has(name) === true;
}

function listed(home: Template): string {
  return `it has ${[...home.macros.keys()].join(', ') || 'none'}`;
}

function readArguments(node: SyntaxNode, macro: Macro, gate: Gate): Arguments {
  const values: (Evaluate | undefined)[] = macro.parameters.map(() => undefined);
  let caller: Evaluate | undefined;
  const taken = `${macro.name} takes (${macro.parameters.map(({ name }) => name).join(', ')})`;
  gate.children(gate.child(node, 'args')).forEach((argument, index) => {
    if (argument.typename !== 'KeywordArgs') {
      if (index >= values.length) throw gate.refusal(argument, `one argument too many: ${taken}`);
      values[index] = gate.expression(argument);
      return;
    }
    for (const pair of gate.children(argument)) {
      const name = gate.name(gate.child(pair, 'key'));
      const value = gate.child(pair, 'value');
      if (name === 'caller' && value.typename === 'Caller') {
        caller = gate.expression(value);
        continue;
      }
      const slot = macro.parameters.findIndex((parameter) => parameter.name === name);
      if (slot < 0) throw gate.refusal(pair, `there is no argument ${name}: ${taken}`);
      if (values[slot] !== undefined) throw gate.refusal(pair, `the argument ${name} is given twice`);
      values[slot] = gate.expression(value);
    }
  });
  return { values, caller };
}
