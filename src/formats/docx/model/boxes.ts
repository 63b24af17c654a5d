import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import { resolveDimension } from '../css/values.ts';
import { marginOf, paddingOf } from './block-format.ts';
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
  const inline = { ...outerInline, style, decoration: decorateBlock(outerInline.decoration, style) };
  const around = element.name === 'blockquote' || element.name === 'dd' ? element.name : outer.names.around;
  return { ...outer, element, style, left, right, inline, names: { ...outer.names, around } };
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
