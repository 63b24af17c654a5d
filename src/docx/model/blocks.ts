import { type ChildNode, Element } from 'domhandler';
import { labelOf } from '../../html/labels.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { resolveDimension } from '../css/values.ts';
import { bordersOf, marginOf, paddingOf } from './block-format.ts';
import type { Builder } from './builder.ts';
import type { BlockContext, InlineContext } from './context.ts';
import type { Flow } from './flow.ts';
import { keepTogether, keepWithNext } from './keep.ts';
import { type ListItem, type ListState, openItem, openList } from './list-items.ts';
import type { Block, Borders } from './model.ts';
import { decorateBlock } from './run-format.ts';
import { styleNameOf } from './style-names.ts';
import { walkTable } from './tables.ts';

const FORCED_BREAKS = new Set(['page', 'always', 'left', 'right', 'recto', 'verso']);
const INLINE_DISPLAYS = new Set([
  'inline',
  'inline-block',
  'inline-flex',
  'inline-table',
  'inline-grid',
  'ruby',
  'ruby-text',
]);

export function isShown(style: ComputedStyle): 'block' | 'inline' {
  return INLINE_DISPLAYS.has(style.display) ? 'inline' : 'block';
}

/** A block element: its breaks, its margins, its content, its borders. */
export function walkBlock(
  builder: Builder,
  element: Element,
  style: ComputedStyle,
  outer: BlockContext,
  outerInline: InlineContext,
): void {
  builder.flush(outer);
  builder.noteId(element);
  const { flow } = outer;
  if (style.breakBefore.startsWith('avoid')) keepWithNext(flow.blocks.at(-1));
  if (FORCED_BREAKS.has(style.breakBefore)) breakPage(builder, outer);
  const borders = bordersOf(style, outer.width);
  flow.marginTop(marginOf(style, 'Top', outer.width));
  if (borders.top === undefined) flow.paddingTop(paddingOf(style, 'Top', outer.width));
  else flow.separate();
  const start = flow.blocks.length;
  walkContent(builder, element, style, innerContext(element, style, borders, outer, outerInline));
  const added = flow.blocks.slice(start);
  if (added.length === 0 && style.height !== 'auto') flow.paddingTop(resolveDimension(style.height, 0));
  // The ground of the whole page is left to the paper.
  applyBox(added, withInnerGap(borders, flow), element.name === 'body' ? 'none' : style.backgroundColor);
  if (style.breakInside.startsWith('avoid')) keepTogether(added);
  if (style.breakAfter.startsWith('avoid')) keepWithNext(added.at(-1));
  if (borders.bottom === undefined) flow.paddingBottom(paddingOf(style, 'Bottom', outer.width));
  flow.marginBottom(marginOf(style, 'Bottom', outer.width));
  if (FORCED_BREAKS.has(style.breakAfter)) breakPage(builder, outer);
}

function breakPage(builder: Builder, context: BlockContext): void {
  if (!builder.hasParagraphs) return;
  builder.pageBreak = true;
  context.flow.breakPage();
}

function innerContext(
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
  const inline = { style, decoration: decorateBlock(outerInline.decoration, style), link: outerInline.link };
  const around = element.name === 'blockquote' || element.name === 'dd' ? element.name : outer.names.around;
  return { ...outer, element, style, left, right, inline, names: { ...outer.names, around } };
}

function walkContent(builder: Builder, element: Element, style: ComputedStyle, context: BlockContext): void {
  if (element.name === 'table') {
    builder.flushNumber(context);
    walkTable(builder, element, style, context);
    return;
  }
  if (element.name === 'hr') {
    builder.addParagraph({ ...context, item: undefined }, []);
    return;
  }
  if (element.name === 'ul' || element.name === 'ol' || element.name === 'menu') {
    walkList(builder, element, context);
    return;
  }
  builder.addGenerated(element, 'before', context, context.inline);
  builder.walkChildren(element, context, context.inline);
  builder.addGenerated(element, 'after', context, context.inline);
  builder.flush(context);
  if (element.name === 'li') builder.flushNumber(context);
}

/** The items of a list; what stands between them is laid out as in any block. */
function walkList(builder: Builder, element: Element, context: BlockContext): void {
  builder.flushNumber(context);
  const state = openList(element, context.item);
  for (const child of element.children) {
    const style = isItem(child) ? builder.cascade.styleOf(child, context.style) : undefined;
    if (!isItem(child) || style === undefined || style.display === 'none') {
      builder.walk(child, context, context.inline);
    } else {
      walkItem(builder, child, style, state, context);
    }
  }
  builder.flush(context);
}

function isItem(node: ChildNode): node is Element {
  return node instanceof Element && node.name === 'li';
}

function walkItem(
  builder: Builder,
  element: Element,
  style: ComputedStyle,
  state: ListState,
  outer: BlockContext,
): void {
  builder.flush(outer);
  const padding = paddingOf(style, 'Left', outer.width);
  const left = outer.left + marginOf(style, 'Left', outer.width) + padding;
  const numbered = builder.numbered.get(element);
  const label =
    numbered === undefined
      ? builder.cascade.pseudoStyleOf(element, 'before', style)
      : labelStyle(builder, element, style);
  const item = openItem({ element, style, label, left, padding }, state, numbered, builder.lists);
  walkBlock(builder, element, style, { ...outer, item, names: namesInside(item, outer) }, outer.inline);
}

/** The style of the element that holds a numbered item's label: it stands in the item, or in its first block. */
function labelStyle(builder: Builder, item: Element, style: ComputedStyle): ComputedStyle | undefined {
  const label = labelOf(item);
  if (label === undefined) return undefined;
  const { parent } = label;
  const around =
    parent instanceof Element && parent !== item ? builder.cascade.styleOf(parent, style) : style;
  return builder.cascade.styleOf(label, around);
}

function namesInside({ clause, element, level }: ListItem, { names }: BlockContext): BlockContext['names'] {
  if (clause !== undefined) return { ...names, clause, list: undefined };
  const parent = element.parent instanceof Element ? element.parent : element;
  const name = styleNameOf(parent.attribs.class?.trim().split(/\s+/)[0] ?? '');
  return { ...names, list: { ordered: parent.name === 'ol', depth: level + 1, name } };
}

/** Margins of the last paragraph stay inside of a box that has a line below them. */
function withInnerGap(borders: Borders, flow: Flow): Borders {
  if (borders.bottom === undefined) return borders;
  return { ...borders, bottom: { ...borders.bottom, space: borders.bottom.space + flow.takeGap() } };
}

/** Draws a block's box around its paragraphs: lines above and below, or a frame where it has lines at the sides. */
function applyBox(blocks: readonly Block[], borders: Borders, shading: string): void {
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
