/** The document as Word sees it: paragraphs and tables. Lengths in points. */
import type { GivenSource } from '../../html/given.ts';
import type { NumberingScheme } from '../../html/numbering.ts';
import type { NumberedList } from './lists.ts';

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
  /** BCP 47, or "" for the document's own. */
  readonly lang: string;
  /** Whether punctuation and spaces belong to right-to-left text. */
  readonly rightToLeft: boolean;
}

export type Link =
  | { readonly kind: 'external'; readonly address: string }
  /** A link inside the document, to the element with that id. */
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
   * The field of the data, whose places all show what is filled in at one of them; those of a value that is strung together.
   */
  readonly field: GivenSource | undefined;
  /** As Word shows it above the control. */
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'date' | 'choice' | 'box';
  /** Of a choice, its values; of a box, the words beside it. */
  readonly options: readonly string[];
  /** Whether its content is to be filled in: the rule of a blank. */
  readonly isBlank: boolean;
  /** Of a given date, as "2026-11-21", and how it is written. */
  readonly date?: { readonly iso: string; readonly format: string } | undefined;
}

export interface Run {
  readonly content: RunContent;
  readonly format: RunFormat;
  /** Consecutive runs with the same link object are one link. */
  readonly link: Link | undefined;
  /** Consecutive runs of a paragraph with the same control object are its content. */
  readonly control: Control | undefined;
}

export interface ParagraphFormat {
  align: string;
  indentLeft: number;
  indentRight: number;
  /** Negative hangs. */
  firstLine: number;
  before: number;
  after: number;
  /** 240ths of a single line, as Word counts. */
  line: number;
  keepNext: boolean;
  keepLines: boolean;
  pageBreakBefore: boolean;
  widowControl: boolean;
  rightToLeft: boolean;
  borders: Borders;
  /** "RRGGBB", or "none". */
  shading: string;
}

/** One of the styles that every file has. */
export interface StyleName {
  /** As Word shows it. */
  readonly name: string;
  /** 0 for the first level of the navigation pane. */
  readonly outlineLevel?: number;
  /** Name of the style of the paragraph that Enter begins after one of this style; its own where there is none. */
  readonly next?: string;
  /** Name of the style that it looks and counts like where it says nothing else; Normal where there is none. */
  readonly basedOn?: string;
  /** The level, from 0, of the numbering scheme that the style counts with. */
  readonly numbering?: { readonly scheme: NumberingScheme; readonly level: number };
}

export interface ItemNumber {
  readonly list: NumberedList;
  /** From 0. */
  readonly level: number;
  /** Counters from the outermost level to this one; empty for an ordinary list. */
  readonly counts: readonly number[];
  /** The paragraph that carries the number of the enclosing item of the same scheme. */
  readonly parent: Paragraph | undefined;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly style: StyleName;
  readonly format: ParagraphFormat;
  /** The format of the block's own text, which the style gets. */
  readonly text: RunFormat;
  readonly number: ItemNumber | undefined;
  /** The numbered paragraph of the clause around, where this is not one itself. */
  readonly clause: Paragraph | undefined;
  /** Ids of the elements that begin here and are linked to. */
  readonly ids: string[];
  readonly runs: Run[];
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
  /** At least so high; 0 for as high as its content. */
  readonly height: number;
}

export interface Table {
  readonly kind: 'table';
  /** Widths of the columns. */
  readonly grid: readonly number[];
  readonly rows: readonly Row[];
  /** The part of the room around that the table takes, 0 to 1, where its width is a percentage. */
  readonly share: number | undefined;
  readonly indent: number;
  readonly align: 'left' | 'center' | 'right';
  readonly rightToLeft: boolean;
}

export type Block = Paragraph | Table;
