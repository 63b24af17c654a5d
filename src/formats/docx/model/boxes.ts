import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import { resolveDimension } from '../css/values.ts';
import { marginOf, NO_BORDERS, paddingOf } from './block-format.ts';
import type { BlockContext, InlineContext } from './context.ts';
import type { Flow } from './flow.ts';
import type { Block, Borders } from './model.ts';
import { decorateBlock } from './run-format.ts';

/** The context of a block's content: the outer one with the indents of this block's box, and its style. */
export function innerContext(
  element: Element,
  style: ComputedStyle,
  borders: Borders,
  outer: BlockContext,
  outerInline: InlineContext,
  control: InlineContext['control'],
): BlockContext {
  const edge = (side: 'Left' | 'Right') =>
    marginOf(style, side, outer.width) +
    paddingOf(style, side, outer.width) +
    ((side === 'Left' ? borders.left : borders.right)?.width ?? 0);
  let left = outer.left + edge('Left');
  let right = outer.right + edge('Right');
  if (style.width !== 'auto' && element.name !== 'table') {
    const available = outer.width - outer.left - outer.right;
    const spare = Math.max(0, outer.width - left - right - resolveDimension(style.width, available));
    const pushed = style.marginLeft === 'auto' ? (style.marginRight === 'auto' ? spare / 2 : spare) : 0;
    left += pushed;
    right += spare - pushed;
  }
  const inline = inlineOf(style, outerInline, control);
  const names =
    element.name === 'blockquote' || element.name === 'dd'
      ? { ...outer.names, around: element.name as 'blockquote' | 'dd' }
      : outer.names;
  const { flow, width, item } = outer;
  return { element, style, flow, left, right, width, names, item, inline };
}

/** What the text of a block gets. Property by property: a copy with changes takes longer than all else that a block needs. */
export function inlineOf(
  style: ComputedStyle,
  { decoration, link }: InlineContext,
  control: InlineContext['control'],
): InlineContext {
  return { style, decoration: decorateBlock(decoration, style), link, control };
}

/** If the box has a bottom border, the margin of its last paragraph becomes space above that border. */
export function withInnerGap(borders: Borders, flow: Flow): Borders {
  if (borders.bottom === undefined) return borders;
  return { ...borders, bottom: { ...borders.bottom, space: borders.bottom.space + flow.takeGap() } };
}

/**
 * Draws a block's box around its paragraphs: with borders at the sides, every paragraph gets all four; otherwise the
 * first paragraph gets the top border and the last one the bottom border.
 */
export function applyBox(blocks: readonly Block[], borders: Borders, shading: string): void {
  if (borders === NO_BORDERS && shading === 'none') return;
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const framed = borders.left !== undefined || borders.right !== undefined;
  paragraphs.forEach((paragraph, index) => {
    const { format } = paragraph;
    if (format.shading === 'none') format.shading = shading;
    const own = {
      top: framed || index === 0 ? borders.top : undefined,
      right: borders.right,
      bottom: framed || index === paragraphs.length - 1 ? borders.bottom : undefined,
      left: borders.left,
    };
    format.borders = {
      top: format.borders.top ?? own.top,
      right: format.borders.right ?? own.right,
      bottom: format.borders.bottom ?? own.bottom,
      left: format.borders.left ?? own.left,
    };
  });
}
