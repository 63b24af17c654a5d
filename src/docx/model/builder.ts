import { type ChildNode, Element, type ParentNode, Text } from 'domhandler';
import { labelOf } from '../../html/labels.ts';
import type { NumberedItem } from '../../html/numbered-items.ts';
import type { Cascade } from '../css/cascade.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { contentText } from '../css/content.ts';
import { paragraphFormat } from './block-format.ts';
import { isShown, walkBlock } from './blocks.ts';
import type { BlockContext, InlineContext } from './context.ts';
import { InlineCollector } from './inline.ts';
import { walkInline } from './inline-elements.ts';
import type { ListItem } from './list-items.ts';
import { Lists } from './lists.ts';
import type { Paragraph, Run } from './model.ts';
import { PLAIN, runFormat } from './run-format.ts';
import { chooseStyle } from './style-names.ts';

/** Reads a document's tree into paragraphs and tables. */
export class Builder {
  readonly cascade: Cascade;
  /** The items of numbering schemes, with their numbers. */
  readonly numbered: ReadonlyMap<Element, NumberedItem>;
  /** Elements that hold an item's number as text, which Word counts itself. */
  readonly #labels: ReadonlySet<Element | undefined>;
  readonly lists = new Lists();
  readonly collector = new InlineCollector();
  /** Set by a forced page break until the next paragraph takes it. */
  pageBreak = false;
  #linkedIds: Set<string>;
  #ids: string[] = [];
  #last: Paragraph | undefined;
  #hasTitle = false;

  /** @param linkedIds ids that need a bookmark */
  constructor(
    cascade: Cascade,
    numbered: ReadonlyMap<Element, NumberedItem>,
    linkedIds: ReadonlySet<string>,
  ) {
    this.cascade = cascade;
    this.numbered = numbered;
    this.#labels = new Set([...numbered.keys()].map(labelOf));
    this.#linkedIds = new Set(linkedIds);
  }

  /** Whether any paragraph exists yet: before the first one nothing can break the page. */
  get hasParagraphs(): boolean {
    return this.#last !== undefined;
  }

  walkChildren(parent: ParentNode, context: BlockContext, inline: InlineContext): void {
    for (const child of parent.children) this.walk(child, context, inline);
  }

  walk(node: ChildNode, context: BlockContext, inline: InlineContext): void {
    if (node instanceof Text) this.addText(node.data, inline);
    if (!(node instanceof Element) || this.#labels.has(node)) return;
    const style = this.cascade.styleOf(node, inline.style);
    if (style.display === 'none') return;
    if (isShown(style) === 'block') walkBlock(this, node, style, context, inline);
    else walkInline(this, node, style, context, inline);
  }

  addText(text: string, inline: InlineContext): void {
    const format = runFormat(inline.style, inline.decoration);
    this.collector.addText(text, inline.style.whiteSpace, format, inline.link);
  }

  /** The text of `::before` or `::after`, where it is not the label of a list item. */
  addGenerated(
    element: Element,
    which: 'before' | 'after',
    context: BlockContext,
    inline: InlineContext,
  ): void {
    const style = this.cascade.pseudoStyleOf(element, which, inline.style);
    if (style === undefined) return;
    if (which === 'before' && context.item?.element === element && context.item.showsBefore) return;
    const text = contentText(style.content, element.attribs);
    if (text !== '') this.addText(text, { ...inline, style });
  }

  /** Notes an element that links may point to; the paragraph that follows gets its bookmark. */
  noteId(element: Element): void {
    const id = element.attribs.id;
    if (id !== undefined && this.#linkedIds.delete(id)) this.#ids.push(id);
  }

  /** Ends the paragraph in work, if it has content. */
  flush(context: BlockContext): void {
    const runs = this.collector.take();
    if (runs !== undefined) this.addParagraph(context, runs);
  }

  /** A list item whose text does not begin with a paragraph still shows its number: on a line of its own. */
  flushNumber(context: BlockContext): void {
    if (context.item?.number !== undefined && context.item.paragraph === undefined)
      this.addParagraph(context, []);
  }

  addParagraph(context: BlockContext, runs: Run[]): Paragraph {
    const { item, style } = context;
    const takesNumber = item !== undefined && item.paragraph === undefined;
    const number = takesNumber ? item.number : undefined;
    const isTitle = context.element.name === 'h1' && !this.#hasTitle;
    this.#hasTitle ||= isTitle;
    const text = runFormat(style, context.inline.decoration);
    const paragraph: Paragraph = {
      kind: 'paragraph',
      style: chooseStyle(context.element, context.names, number !== undefined, isTitle),
      format: paragraphFormat(style, context),
      text,
      number,
      clause: clauseAround(item),
      ids: this.#ids,
      runs,
    };
    if (number !== undefined && item?.labelOnOwnLine) {
      runs.unshift({ content: { kind: 'break' }, format: text, link: undefined });
    }
    if (takesNumber) item.paragraph = paragraph;
    paragraph.format.pageBreakBefore = this.pageBreak;
    this.pageBreak = false;
    this.#ids = [];
    this.#last = paragraph;
    context.flow.addParagraph(paragraph);
    return paragraph;
  }

  /** An empty paragraph that takes no visible room, where Word's tables need one. */
  spacer(style: ComputedStyle): Paragraph {
    const format = { ...paragraphFormat(style, { left: 0, right: 0 }), firstLine: 0, line: 240 };
    const text = { ...runFormat(style, PLAIN), size: 1 };
    return {
      kind: 'paragraph',
      style: { key: 'table gap', name: 'Table Gap' },
      format,
      text,
      number: undefined,
      clause: undefined,
      ids: [],
      runs: [],
    };
  }

  /** Ends the document: an id that no paragraph follows goes to the last one. */
  finish(): void {
    this.#last?.ids.push(...this.#ids);
    this.#ids = [];
  }
}

/** The paragraph that carries the number of the nearest clause around. */
function clauseAround(item: ListItem | undefined): Paragraph | undefined {
  let around = item;
  while (around !== undefined && (around.clause === undefined || around.paragraph === undefined))
    around = around.outer;
  return around?.paragraph;
}
