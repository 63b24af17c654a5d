import { suggestion } from '../../../lib/nearest.ts';
import { pathBelow } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import { childrenOf, isNode, parseSyntax, type SyntaxNode } from '../syntax.ts';
import type { Parts, Template } from '../template.ts';
import type { TextPlace } from '../template-error.ts';

export interface UndeclaredField extends Pick<TextPlace, 'line' | 'column'> {
  /** As a caller would write it: "employerName", "parties[].rcNme". */
  readonly field: string;
  /** `; did you mean rcName?`, or "" */
  readonly suggestion: string;
}

/** How the fields that a template reads differ from those of its schema. */
export interface FieldDifferences {
  /**
   * Fields that it reads, itself or by a part that it includes, and the schema does not have, so that they are always
   * absent; each once, at its first position. Not what only its layout reads.
   */
  readonly undeclaredFields: readonly UndeclaredField[];
  /**
   * Fields that the schema has and it never reads. Only those of the first level, since an object may be passed on as a
   * whole.
   */
  readonly unusedFields: readonly string[];
}

/** Follows names, properties, and the entries of lists in loops; not the results of `set`, macros and filters. */
export function compareFields(
  { name, source }: Pick<Template, 'name' | 'source'>,
  schema: DataSchema,
  parts: Parts,
): FieldDifferences {
  const reader = new FieldReader(schema, parts);
  const root = parseSyntax(name, source);
  reader.readAll([root], new Map(assignedIn(root).map((assigned) => [assigned, undefined])));
  const { undeclared, read } = reader;
  return {
    undeclaredFields: [...undeclared.values()],
    unusedFields: Object.keys(schema.properties ?? {}).filter((field) => !read.has(field)),
  };
}

interface Known {
  readonly schema: DataSchema;
  readonly path: string;
}

/** What an expression refers to; undefined when that is known only at run time. */
type Meaning = Known | undefined;
/** The names that the template binds itself. */
type Bound = ReadonlyMap<string, Meaning>;

class FieldReader {
  readonly undeclared = new Map<string, UndeclaredField>();
  /** Paths of the fields that are read, without undeclared ones that the template itself reads. */
  readonly read = new Set<string>();
  readonly #schema: DataSchema;
  readonly #parts: Parts;

  constructor(schema: DataSchema, parts: Parts) {
    this.#schema = schema;
    this.#parts = parts;
  }

  readAll(nodes: readonly SyntaxNode[], bound: Bound): undefined {
    for (const node of nodes) this.#read(node, bound);
  }

  #read(node: SyntaxNode, bound: Bound): Meaning {
    switch (node.typename) {
      case 'Symbol':
        return this.#name(literalOf(node), node, bound);
      case 'LookupVal':
        return this.#member(node, bound);
      case 'For':
        return this.#loop(node, bound);
      case 'Macro':
      case 'Caller':
        return this.readAll(fields(node, 'args', 'body'), new Map([...bound, ...parametersOf(node)]));
      case 'Is':
        return this.readAll([...fields(node, 'left'), ...fields(node, 'right').filter(isCall)], bound);
      case 'Extends':
        return this.#layout(node);
      case 'Include':
        return this.#part(node, bound);
      case 'Import':
      case 'FromImport':
        return undefined;
      default:
        // Names of macros, filters, blocks and keys, and targets of `set`, are not reads of the data.
        return this.readAll(OWN_NAMES.get(node.typename)?.(node) ?? childrenOf(node), bound);
    }
  }

  #name(name: string, node: SyntaxNode, bound: Bound): Meaning {
    if (bound.has(name)) return bound.get(name);
    return this.#field({ schema: this.#schema, path: '' }, name, node);
  }

  #member(node: SyntaxNode, bound: Bound): Meaning {
    const [target, key] = fields(node, 'target', 'val');
    if (target === undefined || key === undefined) return undefined;
    const owner = this.#read(target, bound);
    const name: unknown = key.typename === 'Literal' ? Reflect.get(key, 'value') : undefined;
    if (typeof name === 'string') return owner && this.#field(owner, name, node);
    this.#read(key, bound);
    return entryOf(owner);
  }

  #field(owner: Known, name: string, { lineno, colno }: SyntaxNode): Meaning {
    const { properties } = owner.schema;
    const path = pathBelow(owner.path, name);
    const schema = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema !== undefined) this.read.add(path);
    if (schema !== undefined) return { schema, path };
    const hasLength = properties === undefined && name === 'length';
    if (!hasLength && !this.undeclared.has(path)) {
      const meant = suggestion(name, Object.keys(properties ?? {}));
      this.undeclared.set(path, { field: path, suggestion: meant, line: lineno + 1, column: colno + 1 });
    }
    return undefined;
  }

  #loop(node: SyntaxNode, bound: Bound): undefined {
    const [list, target] = fields(node, 'arr', 'name');
    const entry = entryOf(list && this.#read(list, bound));
    const names = target?.typename === 'Array' ? childrenOf(target) : fields(node, 'name');
    const meanings = names.map((name) => [literalOf(name), names.length === 1 ? entry : undefined] as const);
    this.readAll(fields(node, 'body'), new Map([...bound, ...meanings, ['loop', undefined]]));
    this.readAll(fields(node, 'else_'), bound);
  }

  /** A shared part reads the data of the template that uses it. */
  #part(node: SyntaxNode, bound: Bound): undefined {
    for (const name of this.#readsOf(node)) this.#name(name, node, bound);
  }

  /** A layout may read fields that not every template has: the governing law, for the language of the document. */
  #layout(node: SyntaxNode): undefined {
    for (const name of this.#readsOf(node)) this.read.add(name);
  }

  #readsOf(node: SyntaxNode): Iterable<string> {
    const [named] = fields(node, 'template');
    return (named && this.#parts.find(literalOf(named))?.reads.keys()) ?? [];
  }
}

const OWN_NAMES: ReadonlyMap<string, (node: SyntaxNode) => readonly SyntaxNode[]> = new Map([
  ['Block', (node) => fields(node, 'body')],
  ['FunCall', (node) => fields(node, 'args')],
  ['Filter', (node) => fields(node, 'args')],
  ['Pair', (node) => fields(node, 'value')],
  ['Set', (node) => fields(node, 'value', 'body')],
]);

function entryOf(list: Meaning): Meaning {
  return list?.schema.items && { schema: list.schema.items, path: `${list.path}[]` };
}

function parametersOf(node: SyntaxNode): (readonly [string, undefined])[] {
  const [list] = fields(node, 'args');
  const names = (list === undefined ? [] : childrenOf(list)).flatMap((one) =>
    one.typename === 'KeywordArgs' ? childrenOf(one).flatMap((pair) => fields(pair, 'key')) : [one],
  );
  return [...names.map(literalOf), 'caller'].map((name) => [name, undefined]);
}

function assignedIn(node: SyntaxNode): string[] {
  const targets: readonly SyntaxNode[] = node.typename === 'Set' ? Reflect.get(node, 'targets') : [];
  return [...targets.map(literalOf), ...childrenOf(node).flatMap(assignedIn)];
}

function isCall({ typename }: SyntaxNode): boolean {
  return typename === 'FunCall';
}

function literalOf(node: SyntaxNode): string {
  return String(Reflect.get(node, 'value'));
}

/** The child nodes in these fields of a node, without missing ones. */
function fields(node: SyntaxNode, ...names: readonly string[]): SyntaxNode[] {
  return names.map((name) => Reflect.get(node, name)).filter(isNode);
}
