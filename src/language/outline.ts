import { placeIn, readLines } from './lines.ts';
import { childrenOf, type SyntaxNode } from './syntax.ts';
import type { Template } from './template.ts';
import type { Place } from './template-error.ts';

/** A piece of what a template prints: its own markup, a hole where a value is printed, or something that stands elsewhere. */
export type Piece =
  | { readonly kind: 'markup'; readonly text: string; placeOf(offset: number): Place }
  | { readonly kind: 'value'; readonly place: Place }
  | { readonly kind: 'block'; readonly name: string }
  | { readonly kind: 'part'; readonly part: Template; readonly place: Place };

/** What a template prints, in the order of its text, whatever its conditions and loops come to. */
export interface Outline {
  readonly body: readonly Piece[];
  /** Its own blocks by name. */
  readonly blocks: ReadonlyMap<string, readonly Piece[]>;
  /** What is printed where it is called: macros, captured texts, the bodies of `{% call %}`. */
  readonly apart: readonly (readonly Piece[])[];
}

/**
 * Reads the outline of a template that has passed the gate.
 * @param partOf the shared part that an include names
 */
export function readOutline(
  template: string,
  source: string,
  root: SyntaxNode,
  partOf: (include: SyntaxNode) => Template,
): Outline {
  const lines = readLines(source);
  const blocks = new Map<string, readonly Piece[]>();
  const apart: (readonly Piece[])[] = [];
  const place = ({ lineno, colno }: SyntaxNode): Place => ({ template, line: lineno + 1, column: colno + 1 });

  const markup = (node: SyntaxNode): Piece => {
    const text = String(Reflect.get(node, 'value'));
    let start = (lines[node.lineno] ?? 0) + node.colno;
    // `-%}` before it has cut off its white space.
    while (!source.startsWith(text, start) && /\s/.test(source.charAt(start))) start++;
    return { kind: 'markup', text, placeOf: (offset) => placeIn(template, lines, start + offset) };
  };

  const visit = (node: SyntaxNode): Piece[] => {
    switch (node.typename) {
      case 'TemplateData':
        return [markup(node)];
      case 'Output':
        return childrenOf(node).flatMap((child) =>
          child.typename === 'TemplateData'
            ? [markup(child)]
            : [...visit(child), { kind: 'value', place: place(child) }],
        );
      case 'Block': {
        const name = String(Reflect.get(Reflect.get(node, 'name'), 'value'));
        blocks.set(name, childrenOf(node).flatMap(visit));
        return [{ kind: 'block', name }];
      }
      case 'Include':
        return [{ kind: 'part', part: partOf(node), place: place(node) }];
      case 'Macro':
      case 'Caller':
      case 'Capture':
        apart.push(childrenOf(node).flatMap(visit));
        return [];
      default:
        return childrenOf(node).flatMap(visit);
    }
  };

  return { body: visit(root), blocks, apart };
}
