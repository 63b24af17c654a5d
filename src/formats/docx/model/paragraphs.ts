import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import { paragraphFormat } from './block-format.ts';
import type { BlockContext, InlineContext } from './context.ts';
import type { Flow } from './flow.ts';
import { InlineCollector, type RunMarks } from './inline.ts';
import type { ListItem } from './list-items.ts';
import type { Paragraph, Run, RunContent } from './model.ts';
import { PLAIN, runFormat } from './run-format.ts';
import { chooseStyle, styleNamed } from './style-names.ts';

/** Makes the paragraphs of a document in order. */
export class Paragraphs {
  readonly #collector = new InlineCollector();
  readonly #linkedIds: Set<string>;
  /** Ids of link targets since the last paragraph; the next paragraph gets their bookmarks. */
  #ids: string[] = [];
  #last: Paragraph | undefined;
  #hasTitle = false;
  #pageBreak = false;

  /** @param linkedIds ids that need a bookmark */
  constructor(linkedIds: ReadonlySet<string>) {
    this.#linkedIds = new Set(linkedIds);
  }

  addText(text: string, inline: InlineContext): void {
    this.#collector.addText(text, inline.style.whiteSpace, runMarks(inline));
  }

  addLineBreak(inline: InlineContext): void {
    this.#collector.addBreak(runMarks(inline));
  }

  addContent(content: RunContent, inline: InlineContext): void {
    this.#collector.add(content, runMarks(inline));
  }

  get endsInNoBreakSpace(): boolean {
    return this.#collector.endsInNoBreakSpace;
  }

  noteId({ attribs: { id } }: Element): void {
    if (id !== undefined && this.#linkedIds.delete(id)) this.#ids.push(id);
  }

  /** Starts a new page, unless the document has no paragraph yet. */
  breakPage(flow: Flow): void {
    if (this.#last === undefined) return;
    this.#pageBreak = true;
    flow.breakPage();
  }

  /** Ends the current paragraph, if it has content. */
  flush(context: BlockContext): void {
    const runs = this.#collector.take();
    if (runs !== undefined) this.add(context, runs);
  }

  /** Shows the number of a list item on its own line if the item does not begin with a paragraph. */
  flushNumber(context: BlockContext): void {
    if (context.item?.number !== undefined && context.item.paragraph === undefined) this.add(context, []);
  }

  add(context: BlockContext, runs: Run[]): void {
    const { item, style } = context;
    const takesNumber = item !== undefined && item.paragraph === undefined;
    const number = takesNumber ? item.number : undefined;
    const isTitle = context.element.name === 'h1' && !this.#hasTitle;
    this.#hasTitle ||= isTitle;
    const text = runFormat(style, context.inline.decoration);
    const paragraph: Paragraph = {
      kind: 'paragraph',
      style: chooseStyle(context.element, context.names, number !== undefined, isTitle),
      format: paragraphFormat(style, context, this.#pageBreak),
      text,
      number,
      clause: clauseAround(item),
      ids: this.#ids,
      runs,
    };
    if (number !== undefined && item?.labelOnOwnLine) {
      runs.unshift({ content: { kind: 'break' }, format: text, link: undefined, control: undefined });
    }
    if (takesNumber) item.paragraph = paragraph;
    this.#pageBreak = false;
    this.#ids = [];
    this.#last = paragraph;
    context.flow.addParagraph(paragraph);
  }

  /** Ends the document: the last paragraph gets the ids that have no paragraph after them. */
  finish(): void {
    this.#last?.ids.push(...this.#ids);
    this.#ids = [];
  }
}

function runMarks({ style, decoration, link, control }: InlineContext): RunMarks {
  return { format: runFormat(style, decoration), link, control };
}

/**
 * An empty paragraph that is not visible. Word needs one between two tables, and at the end of a cell and of the document.
 * It has no height, so that it does not begin another page after a table that fills one.
 */
export function spacer(style: ComputedStyle): Paragraph {
  return {
    kind: 'paragraph',
    style: styleNamed('Table Gap'),
    format: { ...paragraphFormat(style, { left: 0, right: 0 }), firstLine: 0, line: 'none' },
    text: { ...runFormat(style, PLAIN), size: 1 },
    number: undefined,
    clause: undefined,
    ids: [],
    runs: [],
  };
}

/** The paragraph with the number of the nearest enclosing clause. */
function clauseAround(item: ListItem | undefined): Paragraph | undefined {
  let around = item;
  while (around !== undefined && (around.clause === undefined || around.paragraph === undefined))
    around = around.outer;
  return around?.paragraph;
}
