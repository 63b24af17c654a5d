import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Flow } from './flow.ts';
import type { ListItem } from './list-items.ts';
import type { Control, Link } from './model.ts';
import type { Decoration } from './run-format.ts';
import type { StyleContext } from './style-names.ts';

/** The block that text belongs to, and where it stands. Lengths in points. */
export interface BlockContext {
  readonly element: Element;
  readonly style: ComputedStyle;
  readonly flow: Flow;
  /** Indents from the edges of the page's text or of the table cell, which is `width` wide. */
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly names: StyleContext;
  /** The list item around, whose number the next paragraph takes if none has. */
  readonly item: ListItem | undefined;
  readonly inline: InlineContext;
}

/** What the inline elements around a text say of it. */
export interface InlineContext {
  readonly style: ComputedStyle;
  readonly decoration: Decoration;
  readonly link: Link | undefined;
  readonly control: Control | undefined;
}

/** Room for text between the indents. */
export function textWidth(context: BlockContext): number {
  return Math.max(1, context.width - context.left - context.right);
}
