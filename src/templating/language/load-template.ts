/**
 * Door of the template language: text in, compiled template out; render-template.ts makes HTML of it. A text may come
 * from a stranger: what the gate does not list is refused, and a template reads own properties of its data only. The
 * language knows no schema, no format, no file and no process; the shared parts are an argument.
 */

import { EXPRESSIONS } from './expressions.ts';
import { Gate } from './gate.ts';
import { readBody, readParameters } from './macros.ts';
import { findPart, STATEMENTS } from './statements.ts';
import { parseSyntax, type SyntaxNode } from './syntax.ts';
import type { Block, Execute, Macro, Parts, Template } from './template.ts';
import { asOneFault, TemplateError, type TextPlace } from './template-error.ts';

export type { Parts, Template } from './template.ts';

type Reads = ReadonlyMap<string, TextPlace>;

/**
 * Parses, checks and compiles a template.
 * @param name for error messages, such as "non-disclosure-agreement/1.0.0.njk"
 * @param parts the shared parts that it may extend, include and import
 * @throws TemplateError for what is invalid or not allowed, with line and column; with all that were found
 */
export function loadTemplate(name: string, source: string, parts: Parts): Template {
  const root = parseSyntax(name, source);
  const gate = new Gate(name, source, parts, { expressions: EXPRESSIONS, statements: STATEMENTS });
  const { faults } = gate;
  try {
    const template = readTemplate(root, source, gate);
    if (faults.length === 0) return template;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    faults.push(error);
  }
  throw asOneFault(faults);
}

/** @throws TemplateError for a fault after which nothing more can be read; the gate has the others */
function readTemplate(root: SyntaxNode, source: string, gate: Gate): Template {
  const top = gate.children(root);
  const parent = readExtends(top, gate);
  readImports(top, gate);
  const macros = readMacros(top, gate);
  const body = readTop(top, parent, gate);
  const reads = gate.reads;
  const assigns = gate.assigns;
  const macroReads = readMacroBodies(top, macros, gate);
  const allAssigned = new Set([...assigns, ...(parent?.assigns ?? [])]);
  return {
    name: gate.template,
    source,
    parent,
    body,
    macros,
    blocks: joinBlocks(gate, parent),
    reads: without([...(parent?.reads ?? []), ...macroReads, ...reads], allAssigned),
    macroReads: without([...macroReads], assigns),
    assigns: allAssigned,
    needs: gate.needs,
  };
}

/** A style sheet as a shared part. It is not a template: `{#id` and `{%` have no meaning in it. */
export function loadStyleSheet(name: string, source: string): Template {
  const none = new Map();
  return {
    name,
    source,
    parent: null,
    body: (run) => run.print(source),
    macros: none,
    blocks: none,
    reads: none,
    macroReads: none,
    assigns: new Set(),
    needs: new Set(),
  };
}

function readExtends(top: readonly SyntaxNode[], gate: Gate): Template | null {
  const [node, second] = top.filter((child) => child.typename === 'Extends');
  if (node === undefined) return null;
  if (second !== undefined) throw gate.refusal(second, 'a template extends one layout; delete this tag');
  return findPart(gate.child(node, 'template'), gate);
}

function readImports(top: readonly SyntaxNode[], gate: Gate): void {
  for (const node of top) {
    if (node.typename !== 'Import' && node.typename !== 'FromImport') continue;
    const part = findPart(gate.child(node, 'template'), gate);
    if (gate.field(node, 'withContext') === true)
      throw gate.refusal(node, 'give the macros what they need as arguments');
    for (const [name, place] of part.macroReads) {
      throw new TemplateError(place, `imported macros do not see the data; give ${name} as an argument`);
    }
    if (node.typename === 'Import') gate.imports.set(gate.name(gate.child(node, 'target')), part);
    else for (const wanted of gate.children(gate.child(node, 'names'))) importMacro(wanted, part, gate);
  }
}

function importMacro(node: SyntaxNode, part: Template, gate: Gate): void {
  const renamed = node.typename === 'Pair';
  const name = gate.name(renamed ? gate.child(node, 'key') : node);
  const macro = part.macros.get(name);
  if (macro === undefined) {
    throw gate.refusal(
      node,
      `${part.name} has no macro ${name}; it has ${[...part.macros.keys()].join(', ')}`,
    );
  }
  gate.macros.set(renamed ? gate.name(gate.child(node, 'value')) : name, macro);
}

/** Reads names and parameters first, so that calls can be checked; the bodies follow when all macros are known. */
function readMacros(top: readonly SyntaxNode[], gate: Gate): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  for (const node of top) {
    if (node.typename !== 'Macro') continue;
    const name = gate.name(gate.child(node, 'name'));
    if (gate.macros.has(name)) throw gate.refusal(node, `there are two macros ${name}; rename one`);
    const parameters = readParameters(gate.child(node, 'args'), gate);
    const macro: Macro = { name, home: gate.template, parameters, body: () => undefined };
    macros.set(name, macro);
    gate.macros.set(name, macro);
  }
  return macros;
}

function readMacroBodies(top: readonly SyntaxNode[], macros: ReadonlyMap<string, Macro>, gate: Gate): Reads {
  const free = new Map<string, TextPlace>();
  gate.inMacro = true;
  for (const node of top) {
    const macro = node.typename === 'Macro' ? macros.get(gate.name(gate.child(node, 'name'))) : undefined;
    if (macro === undefined) continue;
    gate.reads = new Map();
    gate.assigns = new Set();
    macro.body = gate.printing(() => readBody(node, macro.parameters, gate));
    for (const [name, place] of without([...gate.reads], gate.assigns)) free.set(name, place);
  }
  return free;
}

const READ_BEFORE = new Set(['Extends', 'Import', 'FromImport', 'Macro']);

function readTop(top: readonly SyntaxNode[], parent: Template | null, gate: Gate): Execute {
  gate.discards = parent !== null;
  const statements: Execute[] = [];
  for (const node of top) {
    if (READ_BEFORE.has(node.typename)) continue;
    const isOverride = parent !== null && node.typename === 'Block';
    const statement = isOverride ? gate.printing(() => gate.statement(node)) : gate.statement(node);
    if (isOverride) refuseLostBlock(node, parent, gate);
    else statements.push(statement);
  }
  return (run, scope) => {
    for (const statement of statements) statement(run, scope);
  };
}

function refuseLostBlock(node: SyntaxNode, parent: Template, gate: Gate): void {
  const name = gate.name(gate.child(node, 'name'));
  if (parent.blocks.has(name)) return;
  throw gate.refusal(
    node,
    `${parent.name} has no block ${name}, so this is never printed; it has ${[...parent.blocks.keys()].join(', ')}`,
  );
}

function joinBlocks(gate: Gate, parent: Template | null): ReadonlyMap<string, readonly Block[]> {
  const blocks = new Map<string, readonly Block[]>(parent?.blocks);
  for (const [name, { block, node }] of gate.blocks) {
    const inherited = parent?.blocks.get(name) ?? [];
    if (block.callsSuper && inherited.length === 0)
      throw gate.refusal(node, `no layout has a block ${name} for super()`);
    blocks.set(name, [block, ...inherited]);
  }
  return blocks;
}

function without(reads: readonly (readonly [string, TextPlace])[], assigned: ReadonlySet<string>): Reads {
  return new Map(reads.filter(([name]) => !assigned.has(name)));
}
