import { isName } from '../../lib/field-name.ts';
import type { SourcePlace } from '../../lib/origin-table.ts';
import { offsetOf, readLines, withoutMark } from './lines.ts';
import { isNode, type SyntaxNode } from './syntax.ts';
import type { Block, Evaluate, Execute, Macro, Parts, Template } from './template.ts';
import { MAX_FAULTS, TemplateError, type TextPlace } from './template-error.ts';
import { escapeHtml } from './values.ts';

const MISSPELT = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'none'],
]);
const LIMITS = { nodes: 20_000, depth: 100 } as const;

export type ReadExpression = (node: SyntaxNode, gate: Gate) => Evaluate;
export type ReadStatement = (node: SyntaxNode, gate: Gate) => Execute;

/** The node types that are allowed, each with its check and its compilation. */
interface Grammar {
  readonly expressions: Readonly<Record<string, ReadExpression>>;
  readonly statements: Readonly<Record<string, ReadStatement>>;
}

/**
 * Checks a template and compiles nunjucks' tree into functions, node type by node type. A node type that is not in the
 * grammar is refused, so a template can only do what its tables implement.
 */
export class Gate {
  readonly template: string;
  readonly parts: Parts;
  readonly #grammar: Grammar;
  /** The macros that can be called without a prefix. */
  readonly macros = new Map<string, Macro>();
  /** `{% import … as name %}`. */
  readonly imports = new Map<string, Template>();
  /** Names that are read and not bound at that point, with their first position. */
  reads = new Map<string, TextPlace>();
  assigns = new Set<string>();
  /** Context of the current node, on which the rules depend. */
  inMacro = false;
  inBlock = false;
  /** At the top level of a template that extends a layout, output is discarded. */
  discards = false;
  /** Set when the current block calls `super()`. */
  callsSuper = false;
  /** Names of the shared parts that the template needs. */
  readonly needs = new Set<string>();
  /** The template's own blocks. */
  readonly blocks = new Map<string, { readonly block: Block; readonly node: SyntaxNode }>();
  /** What was refused so far. Whoever reads a template refuses it when there are any. */
  readonly faults: TemplateError[] = [];
  readonly #source: string;
  readonly #lines: readonly number[];
  #bound: string[] = [];
  #nodes = 0;
  #depth = 0;

  constructor(template: string, source: string, parts: Parts, grammar: Grammar) {
    this.template = template;
    this.#source = withoutMark(source);
    this.#lines = readLines(this.#source);
    this.parts = parts;
    this.#grammar = grammar;
  }

  expression(node: SyntaxNode): Evaluate {
    const { expressions } = this.#grammar;
    const read = Object.hasOwn(expressions, node.typename) ? expressions[node.typename] : undefined;
    if (read === undefined)
      throw this.refusal(node, `${node.typename} is not allowed in an expression; leave it out`);
    return this.#deeper(node, () => read(node, this));
  }

  /** A statement that is refused is noted, so that the faults of those after it are found too. */
  statement(node: SyntaxNode): Execute {
    const { inMacro, inBlock, discards, callsSuper } = this;
    const [bound, depth] = [this.#bound, this.#depth];
    try {
      return this.#statement(node);
    } catch (error) {
      if (!(error instanceof TemplateError) || this.faults.length >= MAX_FAULTS) throw error;
      this.faults.push(error);
      Object.assign(this, { inMacro, inBlock, discards, callsSuper });
      this.#bound = bound;
      this.#depth = depth;
      return () => {};
    }
  }

  #statement(node: SyntaxNode): Execute {
    const { statements } = this.#grammar;
    const read = Object.hasOwn(statements, node.typename) ? statements[node.typename] : undefined;
    if (read === undefined)
      throw this.refusal(node, `the tag ${node.typename} is not allowed here; leave it out`);
    return this.#deeper(node, () => read(node, this));
  }

  #deeper<Checked>(node: SyntaxNode, read: () => Checked): Checked {
    if (++this.#nodes > LIMITS.nodes) throw this.refusal(node, 'the template has too many parts; split it');
    if (++this.#depth > LIMITS.depth)
      throw this.refusal(node, `nested more than ${LIMITS.depth} deep; flatten it`);
    const checked = read();
    this.#depth--;
    return checked;
  }

  /** The identifier that a node must be. */
  name(node: SyntaxNode): string {
    const value = node.typename === 'Symbol' ? this.value(node) : undefined;
    if (typeof value !== 'string') throw this.refusal(node, 'a plain name is needed here');
    return this.identifier(node, value);
  }

  identifier(node: SyntaxNode, name: string): string {
    const meant = MISSPELT.get(name);
    if (meant !== undefined) throw this.refusal(node, `write ${meant} in place of ${name}`);
    if (!isName(name)) {
      throw this.refusal(node, 'this name is not allowed; use letters, digits and _, starting with a letter');
    }
    return name;
  }

  /** Runs `read` with the names bound, so that reading them does not count as reading the data. */
  binding<Checked>(names: readonly string[], read: () => Checked): Checked {
    const outer = this.#bound;
    this.#bound = [...outer, ...names];
    const checked = read();
    this.#bound = outer;
    return checked;
  }

  /** Runs `read` for a body whose output is printed: a block, a macro, a captured text. */
  printing<Checked>(read: () => Checked): Checked {
    const outer = this.discards;
    this.discards = false;
    const checked = read();
    this.discards = outer;
    return checked;
  }

  /** Reads the body of a block and records it. */
  block(name: string, node: SyntaxNode): void {
    if (this.blocks.has(name)) throw this.refusal(node, `there are two blocks ${name}; rename one`);
    const outer = { inBlock: this.inBlock, callsSuper: this.callsSuper };
    this.inBlock = true;
    this.callsSuper = false;
    const body = this.statement(this.child(node, 'body'));
    this.blocks.set(name, { node, block: { body, callsSuper: this.callsSuper } });
    this.inBlock = outer.inBlock;
    this.callsSuper = outer.callsSuper;
  }

  reading(name: string, place: TextPlace): void {
    if (!this.#bound.includes(name) && !this.reads.has(name)) this.reads.set(name, place);
  }

  child(node: SyntaxNode, field: string): SyntaxNode {
    const value = this.field(node, field);
    if (!isNode(value)) throw this.refusal(node, `this ${node.typename} is not complete`);
    return value;
  }

  optionalChild(node: SyntaxNode, field: string): SyntaxNode | undefined {
    const value = this.field(node, field);
    return isNode(value) ? value : undefined;
  }

  children(node: SyntaxNode, field = 'children'): readonly SyntaxNode[] {
    const value = this.field(node, field);
    if (!Array.isArray(value) || !value.every(isNode))
      throw this.refusal(node, `this ${node.typename} is not complete`);
    return value;
  }

  value(node: SyntaxNode): unknown {
    return this.field(node, 'value');
  }

  field(node: SyntaxNode, field: string): unknown {
    return Reflect.get(node, field);
  }

  place(node: SyntaxNode): TextPlace {
    return { template: this.template, line: (node.lineno ?? 0) + 1, column: (node.colno ?? 0) + 1 };
  }

  /** Where a node begins in the source. @param text that of a node of static text */
  offset(node: SyntaxNode, text = ''): SourcePlace {
    return { file: this.template, offset: offsetOf(this.#source, this.#lines, node, text) };
  }

  /** Where the words of a text in quotes begin; undefined when they are not printed as they are written. */
  quoted(node: SyntaxNode, text: string): SourcePlace | undefined {
    const { file, offset } = this.offset(node);
    const isAsWritten = this.#source.startsWith(text, offset + 1) && escapeHtml(text) === text;
    return isAsWritten ? { file, offset: offset + 1 } : undefined;
  }

  refusal(node: SyntaxNode, reason: string): TemplateError {
    return new TemplateError(this.place(node), reason);
  }
}
