import { type ChildNode, Element, Text } from 'domhandler';
import { labelOf } from '../../document/labels.ts';
import type { NumberedItem } from '../../document/model.ts';
import type { Cascade } from '../css/cascade.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { contentText } from '../css/content.ts';
import type { PageSetup } from '../css/page.ts';
import { resolveDimension } from '../css/values.ts';
import { bordersOf, marginOf, paddingOf } from './block-format.ts';
import { applyBox, inlineOf, innerContext, withInnerGap } from './boxes.ts';
import { type CellPlace, cellBorders, cellContext, finishCell } from './cells.ts';
import { type BlockContext, type InlineContext, textWidth } from './context.ts';
import { firstDirection } from './direction.ts';
import { Flow } from './flow.ts';
import { keepTogether, keepWithNext } from './keep.ts';
import { readLink } from './links.ts';
import { type ListState, openItem, openList } from './list-items.ts';
import { Lists } from './lists.ts';
import type { Block, Borders, Cell, Control } from './model.ts';
import { Paragraphs, spacer } from './paragraphs.ts';
import { readPicture } from './pictures.ts';
import { blankSpaces } from './rule-spaces.ts';
import { decorate, PLAIN } from './run-format.ts';
import { namesInItem } from './style-names.ts';
import { type CellSource, childElements } from './table-grid.ts';
import { planTable, type TablePlan, tableOf } from './tables.ts';

const FORCED_BREAKS = new Set(['page', 'always', 'left', 'right', 'recto', 'verso']);
const INLINE_DISPLAYS = new Set(['inline', 'inline-block', 'inline-flex', 'inline-table', 'inline-grid']);
const LISTS = new Set(['ul', 'ol']);

/** Converts a document's tree into paragraphs and tables. Nothing else walks the tree. */
export class Walker {
  readonly lists: Lists;
  readonly #paragraphs: Paragraphs;
  readonly #cascade: Cascade;
  readonly #numbered: ReadonlyMap<Element, NumberedItem>;
  /** Elements that contain an item's number as text. They are skipped, because Word numbers items itself. */
  readonly #labels: ReadonlySet<Element | undefined>;
  readonly #controls: ReadonlyMap<Element, Control>;

  /**
   * @param numbered the items of numbering schemes, with their numbers
   * @param linkedIds ids that need a bookmark
   * @param lists the lists of the style set; the document uses their definitions of the schemes
   * @param controls elements that become a content control
   */
  constructor(
    cascade: Cascade,
    numbered: ReadonlyMap<Element, NumberedItem>,
    linkedIds: ReadonlySet<string>,
    lists?: Lists,
    controls: ReadonlyMap<Element, Control> = new Map(),
  ) {
    this.lists = new Lists(lists?.definitions);
    this.#cascade = cascade;
    this.#numbered = numbered;
    this.#controls = controls;
    this.#labels = new Set([...numbered.keys()].map(labelOf));
    this.#paragraphs = new Paragraphs(linkedIds);
  }

  /** The paragraphs and tables of a body on a page. */
  layOut(body: Element, root: ComputedStyle, { width, margin }: PageSetup): readonly Block[] {
    const style = this.#cascade.styleOf(body, root);
    const flow = new Flow(() => spacer(style));
    const inline = { style: root, decoration: PLAIN, link: undefined, control: undefined };
    const area = { left: 0, right: 0, width: width - margin.Left - margin.Right };
    this.#block(
      body,
      style,
      { element: body, style: root, flow, ...area, names: {}, item: undefined, inline },
      inline,
    );
    this.#paragraphs.finish();
    flow.endBody();
    return flow.blocks;
  }

  #node(node: ChildNode, context: BlockContext, inline: InlineContext): void {
    if (node instanceof Text) this.#paragraphs.addText(node.data, inline);
    if (!(node instanceof Element) || this.#labels.has(node)) return;
    const style = this.#cascade.styleOf(node, inline.style);
    if (style.display === 'none') return;
    if (INLINE_DISPLAYS.has(style.display)) this.#inline(node, style, context, inline);
    else this.#block(node, style, context, inline);
  }

  /** The content of an element, with its `::before` and `::after`. */
  #content(element: Element, context: BlockContext, inline: InlineContext): void {
    this.#generated(element, 'before', context, inline);
    for (const child of element.children) this.#node(child, context, inline);
    this.#generated(element, 'after', context, inline);
  }

  /** The text of `::before` or `::after`, unless it is the label of a list item. */
  #generated(
    element: Element,
    which: 'before' | 'after',
    { item }: BlockContext,
    inline: InlineContext,
  ): void {
    const style = this.#cascade.pseudoStyleOf(element, which, inline.style);
    if (style === undefined) return;
    if (which === 'before' && item?.element === element && item.showsBefore) return;
    const text = contentText(style.content, element.attribs);
    if (text !== '') this.#paragraphs.addText(text, { ...inline, style });
  }

  /** An element inside a line of text. */
  #inline(element: Element, style: ComputedStyle, context: BlockContext, outer: InlineContext): void {
    const paragraphs = this.#paragraphs;
    paragraphs.noteId(element);
    const link = element.name === 'a' ? (readLink(element) ?? outer.link) : outer.link;
    const inline = {
      style: this.#isolated(element, style),
      decoration: decorate(outer.decoration, style),
      link,
      control: this.#controls.get(element) ?? outer.control,
    };
    if (element.name === 'br') {
      paragraphs.addLineBreak(inline);
    } else if (element.name === 'img') {
      const picture = readPicture(element, style, textWidth(context));
      // A picture that cannot be shown is replaced by its description, as in a browser.
      if (picture === undefined) paragraphs.addText(element.attribs.alt ?? '', inline);
      else paragraphs.addContent({ kind: 'picture', picture }, inline);
    } else {
      this.#content(element, context, inline);
      paragraphs.addText(blankSpaces(element, style, paragraphs.endsInNoBreakSpace), inline);
    }
  }

  /** `<bdi>` and `dir="auto"` take the direction of their first letter. */
  #isolated(element: Element, style: ComputedStyle): ComputedStyle {
    const { dir } = element.attribs;
    if (dir !== 'auto' && (element.name !== 'bdi' || dir !== undefined)) return style;
    const direction = firstDirection(element) ?? 'ltr';
    return direction === style.direction ? style : this.#cascade.inDirection(style, direction);
  }

  /** A block element: its breaks, its margins, its content, its borders. */
  #block(element: Element, style: ComputedStyle, outer: BlockContext, around: InlineContext): void {
    const paragraphs = this.#paragraphs;
    const { flow } = outer;
    const control = this.#controls.get(element) ?? around.control;
    paragraphs.flush(outer);
    paragraphs.noteId(element);
    if (style.breakBefore.startsWith('avoid')) keepWithNext(flow.blocks.at(-1));
    if (FORCED_BREAKS.has(style.breakBefore)) paragraphs.breakPage(flow);
    const borders = bordersOf(style, outer.width);
    flow.marginTop(marginOf(style, 'Top', outer.width));
    if (borders.top === undefined) flow.paddingTop(paddingOf(style, 'Top', outer.width));
    else flow.separate();
    const start = flow.blocks.length;
    this.#blockContent(element, style, innerContext(element, style, borders, outer, around, control));
    const added = flow.blocks.slice(start);
    if (added.length === 0 && style.height !== 'auto') flow.paddingTop(resolveDimension(style.height, 0));
    // A background of the whole page is not printed.
    applyBox(added, withInnerGap(borders, flow), element.name === 'body' ? 'none' : style.backgroundColor);
    if (style.breakInside.startsWith('avoid')) keepTogether(added);
    if (style.breakAfter.startsWith('avoid')) keepWithNext(added.at(-1));
    if (borders.bottom === undefined) flow.paddingBottom(paddingOf(style, 'Bottom', outer.width));
    flow.marginBottom(marginOf(style, 'Bottom', outer.width));
    if (FORCED_BREAKS.has(style.breakAfter)) paragraphs.breakPage(flow);
  }

  #blockContent(element: Element, style: ComputedStyle, context: BlockContext): void {
    const paragraphs = this.#paragraphs;
    if (element.name === 'table') {
      paragraphs.flushNumber(context);
      this.#table(element, style, context);
    } else if (element.name === 'hr') {
      paragraphs.add({ ...context, item: undefined }, []);
    } else if (LISTS.has(element.name)) {
      paragraphs.flushNumber(context);
      this.#list(element, context);
    } else {
      this.#content(element, context, context.inline);
      paragraphs.flush(context);
      if (element.name === 'li') paragraphs.flushNumber(context);
    }
  }

  /** The items of a list; other content of the list is laid out as in any block. */
  #list(element: Element, context: BlockContext): void {
    const state = openList(element, context.item);
    for (const child of element.children) {
      const style = isItem(child) ? this.#cascade.styleOf(child, context.style) : undefined;
      if (isItem(child) && style !== undefined && style.display !== 'none')
        this.#item(child, style, state, context);
      else this.#node(child, context, context.inline);
    }
    this.#paragraphs.flush(context);
  }

  #item(element: Element, style: ComputedStyle, state: ListState, outer: BlockContext): void {
    this.#paragraphs.flush(outer);
    const padding = paddingOf(style, 'Left', outer.width);
    const numbered = this.#numbered.get(element);
    const block = numbered === undefined ? undefined : this.#labelledBlock(element, style);
    const indent =
      block === undefined ? 0 : marginOf(block, 'Left', outer.width) + paddingOf(block, 'Left', outer.width);
    const left = outer.left + marginOf(style, 'Left', outer.width) + padding + indent;
    const label =
      numbered === undefined
        ? this.#cascade.pseudoStyleOf(element, 'before', style)
        : this.#labelStyle(element, block ?? style);
    const item = openItem({ element, style, label, left, padding }, state, numbered, this.lists);
    const { flow, right, width, inline } = outer;
    const names = namesInItem(item, outer.names);
    const context = { element: outer.element, style: outer.style, flow, left: outer.left, right, width };
    this.#block(element, style, { ...context, names, item, inline }, inline);
  }

  /** The style of a numbered item's first block, if that has the label. */
  #labelledBlock(item: Element, style: ComputedStyle): ComputedStyle | undefined {
    const parent = labelOf(item)?.parent;
    return parent instanceof Element && parent !== item ? this.#cascade.styleOf(parent, style) : undefined;
  }

  /** @param around style of what has the label: the item, or its first block */
  #labelStyle(item: Element, around: ComputedStyle): ComputedStyle | undefined {
    const label = labelOf(item);
    return label === undefined ? undefined : this.#cascade.styleOf(label, around);
  }

  /** A table, with its captions above and below. */
  #table(element: Element, style: ComputedStyle, context: BlockContext): void {
    const captions = childElements(element, 'caption').map((caption) => ({
      caption,
      captionStyle: this.#cascade.styleOf(caption, style),
    }));
    const walkCaptions = (side: 'top' | 'bottom') => {
      for (const { caption, captionStyle } of captions) {
        if ((captionStyle.captionSide === 'bottom') !== (side === 'bottom')) continue;
        if (captionStyle.display === 'none') continue;
        const kept = { ...captionStyle, breakAfter: side === 'top' ? 'avoid' : captionStyle.breakAfter };
        this.#block(caption, kept, { ...context, item: undefined }, context.inline);
      }
    };
    walkCaptions('top');
    const plan = planTable(this.#cascade, element, style, context);
    if (plan !== undefined) context.flow.addTable(tableOf(plan, this.#cells(plan, context), context));
    walkCaptions('bottom');
  }

  #cells(plan: TablePlan, context: BlockContext): Cell[][] {
    return plan.places.map((row, rowIndex) =>
      row.map((place) => this.#cell(place, cellBorders(place, rowIndex, plan), context)),
    );
  }

  /** Word requires that a cell ends in a paragraph. */
  #cell(place: CellPlace, borders: Borders, outer: BlockContext): Cell {
    const flow = new Flow(() => spacer(place.style));
    const context = cellContext(place, flow, outer);
    for (const source of [place.cell.source, ...place.cell.overflow])
      if (source !== undefined) this.#cellContent(source, context);
    // Text that someone later types into an empty cell then has the format of the table's text.
    if (flow.blocks.length === 0) this.#paragraphs.add(context, []);
    flow.endCell();
    return finishCell(place, flow.blocks, borders, outer.width);
  }

  #cellContent({ element, style }: CellSource, around: BlockContext): void {
    const inline = inlineOf(style, around.inline, around.inline.control);
    const context = { ...around, element, style, inline };
    this.#paragraphs.noteId(element);
    this.#content(element, context, inline);
    this.#paragraphs.flush(context);
  }
}

function isItem(node: ChildNode): node is Element {
  return node instanceof Element && node.name === 'li';
}
