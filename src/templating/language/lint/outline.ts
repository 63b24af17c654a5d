import { offsetOf, placeIn, readLines, withoutMark } from '../lines.ts';
import { childrenOf, parseSyntax, type SyntaxNode } from '../syntax.ts';
import type { Parts, Template } from '../template.ts';
import type { TextPlace } from '../template-error.ts';

/**
 * A piece of a template's output: literal markup, a placeholder for a value, or a reference to output defined
 * elsewhere.
 */
export type Piece =
  | { readonly kind: 'markup'; readonly text: string; placeOf(offset: number): TextPlace }
  | { readonly kind: 'value'; readonly place: TextPlace }
  | { readonly kind: 'block'; readonly name: string };

/** What a template can print, in source order, with every branch and loop body once. */
export interface Outline {
  readonly body: readonly Piece[];
  /** Its own blocks by name. */
  readonly blocks: ReadonlyMap<string, readonly Piece[]>;
  /** Texts that are printed where they are called: macros, captured texts, bodies of `{% call %}`. */
  readonly apart: readonly (readonly Piece[])[];
}

export function readOutline({ name: template, source: written }: Template, parts: Parts): Outline {
  const source = withoutMark(written);
  const lines = readLines(source);
  const blocks = new Map<string, readonly Piece[]>();
  const apart: (readonly Piece[])[] = [];
  const place = ({ lineno, colno }: SyntaxNode): TextPlace => ({
    template,
    line: lineno + 1,
    column: colno + 1,
  });

  const markup = (node: SyntaxNode): Piece => {
    const text = String(Reflect.get(node, 'value'));
    const start = offsetOf(source, lines, node, text);
    return { kind: 'markup', text, placeOf: (offset) => placeIn(template, lines, start + offset) };
  };

  /** A style sheet is included as text; every other shared part counts as a value, and is checked by itself. */
  const included = (node: SyntaxNode): Piece => {
    const name = String(Reflect.get(Reflect.get(node, 'template'), 'value'));
    const text = name.endsWith('.css') ? parts.find(name)?.source : undefined;
    if (text === undefined) return { kind: 'value', place: place(node) };
    return { kind: 'markup', text, placeOf: () => ({ template: name, line: 1, column: 1 }) };
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
        return [included(node)];
      case 'Macro':
      case 'Caller':
      case 'Capture':
        apart.push(childrenOf(node).flatMap(visit));
        return [];
      default:
        return childrenOf(node).flatMap(visit);
    }
  };

  return { body: visit(parseSyntax(template, source)), blocks, apart };
}
