import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Flow } from './flow.ts';
import type { ListItem } from './list-items.ts';
import type { Control, Link } from './model.ts';
import type { Decoration } from './run-format.ts';
import type { StyleContext } from './style-names.ts';

/** The block that a text belongs to, and its position. Lengths in points. */
export interface BlockContext {
  readonly element: Element;
  readonly style: ComputedStyle;
  readonly flow: Flow;
  /**
   * Indents from the edges of the page's text area, or of the table cell; `width` is the width of that area or cell.
   */
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly names: StyleContext;
  /** The enclosing list item. Its first paragraph takes its number. */
  readonly item: ListItem | undefined;
  readonly inline: InlineContext;
}

/** What a text gets from its enclosing inline elements. */
export interface InlineContext {
  readonly style: ComputedStyle;
  readonly decoration: Decoration;
  readonly link: Link | undefined;
  readonly control: Control | undefined;
}

/** Width between the indents, in points. */
export function textWidth(context: BlockContext): number {
  return Math.max(1, context.width - context.left - context.right);
}
