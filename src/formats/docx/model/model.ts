/** Word's model of a document: paragraphs and tables. Lengths in points. */

import type { Choice, GivenValue } from '../../document/model.ts';
import type { NumberingScheme } from '../../document/numbering.ts';
import type { Revision } from './revision.ts';

export interface Border {
  /** CSS line style: solid, dashed, dotted, double, … */
  readonly style: string;
  readonly width: number;
  /** "RRGGBB" */
  readonly color: string;
  /** Distance from the text. */
  readonly space: number;
}

export interface Borders {
  readonly top?: Border | undefined;
  readonly right?: Border | undefined;
  readonly bottom?: Border | undefined;
  readonly left?: Border | undefined;
}

export interface RunFormat {
  readonly font: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly caps: boolean;
  readonly smallCaps: boolean;
  readonly strike: boolean;
  readonly underline: boolean;
  readonly color: string;
  /** "RRGGBB", or "none". */
  readonly shading: string;
  readonly letterSpacing: number;
  readonly position: 'baseline' | 'subscript' | 'superscript';
  /** BCP 47, or "" for the language of the document. */
  readonly lang: string;
  /** Whether punctuation and spaces are set as right-to-left text. */
  readonly rightToLeft: boolean;
}

/** One level of a multi-level list (`w:lvl`). Lengths in points. */
export interface ListLevel {
  readonly numFmt: string;
  readonly label: string;
  /** Left edge of the text, and the distance of the label to the left of it. */
  readonly left: number;
  readonly hanging: number;
  /** Between label and text: a tab to the indent, a space, or nothing (the label has its own line). */
  readonly suffix: 'tab' | 'space' | 'nothing';
  readonly align: 'left' | 'right' | 'center';
  /** Undefined: the format of the paragraph's text. */
  readonly format: RunFormat | undefined;
}

/** A definition of a list (`w:abstractNum`). The first item of a level defines that level. */
export interface ListDefinition {
  readonly scheme: NumberingScheme | undefined;
  readonly levels: (ListLevel | undefined)[];
}

/** One list that counts by a definition (`w:num`). */
export interface NumberedList {
  readonly id: number;
  readonly definition: ListDefinition;
  /** Level → its first number, for the levels that restart. */
  readonly starts: ReadonlyMap<number, number>;
}

export type Link =
  | { readonly kind: 'external'; readonly address: string }
  /** A link to the element of this document with that id. */
  | { readonly kind: 'internal'; readonly id: string; readonly isReference: boolean };

export interface Picture {
  readonly data: Uint8Array;
  readonly type: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
  readonly description: string;
}

export type RunContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'tab' }
  | { readonly kind: 'picture'; readonly picture: Picture };

/** A content control: a place to fill in. */
export interface Control {
  /**
   * The field of the data that the control shows, or the fields of a value that is built from several. What is filled
   * in at one place of a field appears at all its places.
   */
  readonly field: GivenValue['source'] | undefined;
  /** Word shows it above the control. */
  readonly label: string;
  /** What it shows in brackets while it is empty: of a blank, the words below its rule. */
  readonly prompt: string;
  readonly kind: 'text' | 'lines' | 'date' | 'choice' | 'box';
  /** Of a choice; of a box, the words beside it. */
  readonly options: readonly Choice[];
  /** Whether the content is the rule of a blank, which is still to be filled in. */
  readonly isBlank: boolean;
  /** A given date, as "2026-11-21", and the format it is written in. */
  readonly date?: { readonly iso: string; readonly format: string } | undefined;
}

export interface Run {
  readonly content: RunContent;
  readonly format: RunFormat;
  /** Consecutive runs with the same link object are one link. */
  readonly link: Link | undefined;
  /** Consecutive runs of a paragraph with the same control object are its content. */
  readonly control: Control | undefined;
  /** Of a comparison: who deleted or inserted it, where that is not one author for all. */
  readonly by?: Revision | undefined;
}

export interface ParagraphFormat {
  align: string;
  indentLeft: number;
  indentRight: number;
  /** Negative for a hanging indent. */
  firstLine: number;
  before: number;
  after: number;
  /** Line height in 240ths of a single line; "none": a line takes no room. */
  line: number | 'none';
  keepNext: boolean;
  keepLines: boolean;
  pageBreakBefore: boolean;
  widowControl: boolean;
  rightToLeft: boolean;
  borders: Borders;
  /** "RRGGBB", or "none". */
  shading: string;
}

/** A paragraph style. Every file has all of them. */
export interface StyleName {
  /** The name that Word shows. */
  readonly name: string;
  /** 0 for the first level of the navigation pane. */
  readonly outlineLevel?: number;
  /** Name of the style of the next paragraph when the user presses Enter; by default the same style. */
  readonly next?: string;
  /** Name of the style that it inherits format and numbering from; by default Normal. */
  readonly basedOn?: string;
  /** The numbering scheme of the style and its level, from 0. */
  readonly numbering?: { readonly scheme: NumberingScheme; readonly level: number };
}

export interface ItemNumber {
  readonly list: NumberedList;
  /** From 0. */
  readonly level: number;
  /** Counters from the outermost level to this one; empty for an ordinary list. */
  readonly counts: readonly number[];
  /** The paragraph with the number of the enclosing item of the same scheme. */
  readonly parent: Paragraph | undefined;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly style: StyleName;
  readonly format: ParagraphFormat;
  /** The format of the block's own text; it becomes that of the style. */
  readonly text: RunFormat;
  readonly number: ItemNumber | undefined;
  /** The numbered paragraph of the enclosing clause; the paragraph itself may be that one. */
  readonly clause: Paragraph | undefined;
  /** Ids of link targets that begin in this paragraph. */
  readonly ids: string[];
  readonly runs: Run[];
  /** As that of a run: of the mark at its end. */
  markBy?: Revision | undefined;
}

export interface Cell {
  /** First column and number of columns. */
  readonly column: number;
  readonly span: number;
  readonly merge: 'none' | 'start' | 'continued';
  readonly blocks: readonly Block[];
  readonly borders: Borders;
  readonly padding: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  readonly shading: string;
  readonly align: 'top' | 'center' | 'bottom';
}

export interface Row {
  readonly cells: readonly Cell[];
  readonly isHeader: boolean;
  readonly cantSplit: boolean;
  /** Minimum height; 0 means the height of the content. */
  readonly height: number;
  /** As that of a run. */
  readonly by?: Revision | undefined;
}

export interface Table {
  readonly kind: 'table';
  /** Widths of the columns. */
  readonly grid: readonly number[];
  readonly rows: readonly Row[];
  /** The table's part of the available width, 0 to 1; undefined unless its width is a percentage. */
  readonly share: number | undefined;
  readonly indent: number;
  readonly align: 'left' | 'center' | 'right';
  readonly rightToLeft: boolean;
  /** Whether rows begin with a heading. */
  readonly hasRowHeadings: boolean;
}

export type Block = Paragraph | Table;

/** Every paragraph, including those in table cells, in document order. */
export function allParagraphs(blocks: readonly Block[], found: Paragraph[] = []): Paragraph[] {
  for (const block of blocks) {
    if (block.kind === 'paragraph') found.push(block);
    else for (const { cells } of block.rows) for (const cell of cells) allParagraphs(cell.blocks, found);
  }
  return found;
}
