import { readChosenWords } from './chosen-words.ts';
import { deciding } from './deciding.ts';
import type { Gate, ReadStatement } from './gate.ts';
import { readFor } from './loops.ts';
import { includePart, runBlock } from './render-template.ts';
import { bare, type Sourced, textSourceOf } from './sources.ts';
import type { SyntaxNode } from './syntax.ts';
import { markValue } from './tell-apart.ts';
import type { Evaluate, Execute, Template } from './template.ts';
import { isTrue, Safe, toHtml } from './values.ts';

const onlyAtTheTop: ReadStatement = (node, gate) => {
  throw gate.refusal(node, `${node.typename} belongs at the top of the template, outside every other tag`);
};

/** The node types that are allowed as statements, each with its check and its compilation. */
export const STATEMENTS: Readonly<Record<string, ReadStatement>> = {
  NodeList(node, gate) {
    const statements = gate.children(node).map((child) => gate.statement(child));
    return (run, scope) => {
      for (const statement of statements) statement(run, scope);
    };
  },

  Output(node, gate) {
    const pieces = gate.children(node).map((child) => readPiece(child, node, gate));
    const place = gate.place(node);
    return (run, scope) => {
      run.place = place;
      for (const piece of pieces) piece(run, scope);
    };
  },

  If(node, gate) {
    const conditionNode = gate.child(node, 'cond');
    const body = gate.child(node, 'body');
    const condition = gate.expression(conditionNode);
    const then = readChosenWords(conditionNode, body, gate) ?? gate.statement(body);
    const elseNode = gate.optionalChild(node, 'else_');
    const otherwise = elseNode === undefined ? undefined : gate.statement(elseNode);
    const place = gate.place(node);
    const choose = deciding(gate.offset(node), condition, ({ value }, run, scope) => {
      if (isTrue(value)) then(run, scope);
      else otherwise?.(run, scope);
    });
    return (run, scope) => {
      run.place = place;
      run.step();
      choose(run, scope);
    };
  },

  For: readFor,

  Set(node, gate) {
    const names = gate.children(node, 'targets').map((target) => gate.name(target));
    const capture = gate.optionalChild(node, 'body');
    const place = gate.place(node);
    const value =
      capture === undefined
        ? gate.expression(gate.child(node, 'value'))
        : readCapture(gate.child(capture, 'body'), gate);
    for (const name of names) gate.assigns.add(name);
    return (run, scope) => {
      run.place = place;
      run.step();
      const { origins } = run.notes;
      const result = origins ? origins.setting(() => value(run, scope)) : value(run, scope);
      for (const name of names) scope.assign(name, result);
    };
  },

  Switch(node, gate) {
    const subject = gate.expression(gate.child(node, 'expr'));
    const cases = gate.children(node, 'cases').map((branch) => {
      const body = gate.child(branch, 'body');
      return {
        value: gate.expression(gate.child(branch, 'cond')),
        body: gate.statement(body),
        fallsThrough: gate.children(body).length === 0,
      };
    });
    const defaultNode = gate.optionalChild(node, 'default');
    const otherwise = defaultNode === undefined ? undefined : gate.statement(defaultNode);
    return deciding(gate.offset(node), subject, ({ value: wanted }, run, scope) => {
      const first = cases.findIndex(({ value }) => run.apply(isIdentical, value(run, scope).value, wanted));
      const chosen = first < 0 ? undefined : cases.slice(first).find(({ fallsThrough }) => !fallsThrough);
      (chosen?.body ?? otherwise)?.(run, scope);
    });
  },

  Include(node, gate) {
    if (gate.field(node, 'ignoreMissing') === true)
      throw gate.refusal(node, 'ignore missing is not needed: parts are fixed');
    const part = findPart(gate.child(node, 'template'), gate);
    const place = gate.place(node);
    if (gate.discards) throw gate.refusal(node, NOT_PRINTED);
    for (const name of part.reads.keys()) gate.reading(name, place);
    return (run, scope) => {
      run.place = place;
      run.step();
      includePart(run, part, scope);
    };
  },

  Block(node, gate) {
    if (gate.inMacro) throw gate.refusal(node, 'a block cannot be in a macro; move it out');
    if (gate.discards)
      throw gate.refusal(
        node,
        'this block overrides one of the layout regardless of the tag around it; move it out',
      );
    const name = gate.name(gate.child(node, 'name'));
    gate.block(name, node);
    const place = gate.place(node);
    return (run, scope) => {
      run.place = place;
      run.step();
      runBlock(run, scope, name);
    };
  },

  Macro: onlyAtTheTop,
  Extends: onlyAtTheTop,
  Import: onlyAtTheTop,
  FromImport: onlyAtTheTop,
};

const isIdentical = (one: unknown, other: unknown) => one === other;

const NOT_PRINTED =
  'text outside the blocks of a template that extends a layout is never printed; move it into one';

/** @param output the tag of an expression; its node may begin anywhere */
function readPiece(node: SyntaxNode, output: SyntaxNode, gate: Gate): Execute {
  if (node.typename === 'TemplateData') {
    const html = String(gate.value(node));
    if (gate.discards && html.trim() !== '') throw gate.refusal(node, NOT_PRINTED);
    if (gate.discards) return () => undefined;
    const place = gate.offset(node, html);
    return (run) => run.print(run.notes.origins?.mark(place, html) ?? html, html.length);
  }
  if (gate.discards) throw gate.refusal(node, NOT_PRINTED);
  const value = gate.expression(node);
  const place = gate.offset(output);
  return (run, scope) => {
    const { origins } = run.notes;
    let asked: readonly string[] = [];
    let found: Sourced;
    if (origins === undefined) found = value(run, scope);
    else [found, asked] = origins.asking(() => value(run, scope));
    const { value: printed, source: from, at } = found;
    // `print` pays for texts.
    if (Array.isArray(printed)) run.handle(printed);
    const html = toHtml(printed);
    const { notes } = run;
    if (notes.printed) for (const field of [textSourceOf(from) ?? []].flat()) notes.printed.add(field);
    if (from) origins?.prints(from, place);
    const marked = from && notes.given ? markValue(notes.given, from, html) : html;
    const length = printed instanceof Safe ? printed.html.length : html.length;
    run.print(origins?.markValue(at, place, marked, asked) ?? marked, length);
  };
}

function readCapture(body: SyntaxNode, gate: Gate): Evaluate {
  const statement = gate.printing(() => gate.statement(body));
  return (run, scope) => bare(run.capture(() => statement(run, scope)));
}

/** The shared part that a tag names by a literal. */
export function findPart(node: SyntaxNode, gate: Gate): Template {
  const name = node.typename === 'Literal' ? gate.value(node) : undefined;
  if (typeof name !== 'string') throw gate.refusal(node, 'name the shared part by a text in quotes');
  const part = gate.parts.find(name);
  if (part === undefined)
    throw gate.refusal(node, `there is no such shared part; there are ${besides(name, gate.parts.names())}`);
  for (const needed of [name, ...part.needs]) gate.needs.add(needed);
  return part;
}

/** The parts in the same folder as the named one, or else those that are in no folder. */
function besides(wanted: string, names: readonly string[]): string {
  const folder = wanted.slice(0, wanted.lastIndexOf('/') + 1);
  const near = names.filter((name) => name.startsWith(folder) && !name.slice(folder.length).includes('/'));
  return (near.length > 0 ? near : names).join(', ');
}
