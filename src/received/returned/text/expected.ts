import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { isLabel } from '../../../formats/document/labels.ts';
import type { DocumentModel } from '../../../formats/document/model.ts';
import { referenceLabel } from '../../../formats/document/numbering.ts';
import { controlsOf } from '../../../formats/docx/controls-of.ts';
import { bodyOf, inPrintedOrder, textOf } from '../../../templating/html/tree.ts';
import { CONTROL_END, controlStart, keysOf, type Token, tokensOf } from './marked-text.ts';

/** A place of the exact text that is filled in: with a value of the data, or by hand. */
export interface Hole {
  /** The path, or the paths of a value that joins several; none for what is no field, such as a signature. */
  readonly paths: readonly string[];
  readonly kind: 'text' | 'lines' | 'date' | 'choice' | 'box' | 'hand';
  /** Whether the text has a blank there. */
  readonly isBlank: boolean;
  /** What an empty control shows between brackets, and the words below the rule. */
  readonly prompt: string;
  /** Of a box, the words beside it. */
  readonly option: string | undefined;
  /** The printed value; "" of a blank. */
  readonly text: string;
}

export type ExpectedToken = Pick<Token, 'key' | 'start' | 'end'> & {
  /** The place in the unit's holes; undefined for a word of the text. */
  readonly hole: number | undefined;
  /** Whether it is a word of a blank: it is gone when the blank was given a value before the file was made. */
  readonly isHint: boolean;
};

/** A paragraph of the exact text. */
export interface Unit {
  /** With the values that were given to the template. */
  readonly text: string;
  readonly tokens: readonly ExpectedToken[];
  readonly holes: readonly Hole[];
  /** Equal for units that match the same texts. */
  readonly key: string;
  /** As in an answer: "12.3", "Key Terms", "Schedule 1". */
  readonly clause: string;
  /** The number that stands before it, which a program may have turned into text: "12.3", "(a)". */
  readonly label: string;
  /** The words of the first cell of its row; undefined for those of that cell, of one with holes, and outside of tables. */
  readonly rowLabel: string | undefined;
  /** Number of the table row that it is in; undefined outside of tables. */
  readonly row: number | undefined;
}

const BLOCKS = new Set(
  'address article aside blockquote body caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const UNPRINTED = new Set(['style', 'title', 'script', 'head', 'template']);

/** Stands in the text for a hole; no text has it. */
const HOLE = '\ufffc';

/** Marks around a word of a blank, which tokensOf takes for those of a control. */
const HINT = 1;

function hinted(text: string): string {
  return text.replace(/\S+/g, (word) => controlStart(HINT) + word + CONTROL_END);
}

/** The words of the paragraphs of a search, by their marked text: it prints most of them hundreds of times. */
export class KnownTexts {
  readonly #texts = new Map<string, UnitText>();
  /** Those of a text of the catalogue have 100,000. A token takes some 100 bytes, so that these take 20 MB. */
  #charactersLeft = 1_000_000;

  of(marked: string): UnitText {
    const known = this.#texts.get(marked);
    if (known !== undefined) return known;
    const text = unitText(marked);
    this.#charactersLeft -= marked.length;
    if (this.#charactersLeft >= 0) this.#texts.set(marked, text);
    return text;
  }
}

/**
 * The paragraphs of a document that was made for Word with `fillable: all`.
 * @param known of the same search; adds to it
 */
export function unitsOf(model: DocumentModel, known = new KnownTexts()): Unit[] {
  const reader = new UnitReader(model, known);
  reader.read(bodyOf(model.tree) ?? model.tree);
  return reader.units;
}

class UnitReader {
  readonly units: Unit[] = [];
  readonly #model: DocumentModel;
  readonly #known: KnownTexts;
  readonly #controls: ReturnType<typeof controlsOf>;
  /** The second and further rules of a blank, which are filled in with the first. */
  readonly #hands: Set<Element>;
  readonly #blanks: Set<Element>;
  #text = '';
  #holes: Hole[] = [];
  #clause = '';
  #label = '';
  /** The words of the first cell of the row, when it has been read; undefined outside of rows. */
  #row: { readonly number: number; label?: string | undefined; isLabelled: boolean } | undefined;
  #rows = 0;

  constructor(model: DocumentModel, known: KnownTexts) {
    this.#model = model;
    this.#known = known;
    this.#controls = controlsOf(model);
    this.#blanks = new Set(model.blanks.map(({ element }) => element));
    this.#hands = new Set(
      model.blanks
        .filter(({ kind }) => kind === 'signature')
        .flatMap(({ element, rules }) => rules[0] ?? element),
    );
  }

  /** Whether the words that are read are those of a blank. */
  #hints = false;

  read(body: Document | Element): void {
    for (const child of body.children) this.#visit(child, undefined);
    this.#end();
  }

  #visit(node: ChildNode, numbered: string | undefined): void {
    if (isText(node)) {
      this.#text += this.#hints ? hinted(node.data) : node.data;
      return;
    }
    if (!isTag(node) || UNPRINTED.has(node.name)) return;
    if (isLabel(node)) {
      this.#label = textOf(node).trim();
      return;
    }
    if (node.name === 'br') {
      this.#text += '\n';
      return;
    }
    const outer = this.#hints;
    this.#hints ||= this.#blanks.has(node);
    const isBlock = BLOCKS.has(node.name) || isLineOfCell(node);
    if (isBlock) this.#end();
    if (this.#isHole(node)) {
      if (isBlock) this.#end();
      this.#hints = outer;
      return;
    }
    const item = this.#model.items.get(node);
    let inner = numbered;
    if (item !== undefined) {
      inner =
        item.scheme === 'schedules' ? `Schedule ${item.counts[0]}` : referenceLabel(item.scheme, item.counts);
    }
    this.#clause = inner ?? this.#clause;
    const children = inPrintedOrder(node);
    const row = this.#row;
    if (node.name === 'tr') this.#row = { number: this.#rows++, isLabelled: false };
    for (const child of children) this.#visit(child, inner);
    if (inner === undefined && /^h[12]$/.test(node.name)) this.#clause = oneLine(textOf(node));
    if (isBlock) this.#end();
    this.#row = row;
    this.#hints = outer;
  }

  #isHole(element: Element): boolean {
    const control = this.#controls.get(element);
    if (control === undefined && !this.#hands.has(element)) return false;
    const { field = [], kind = 'hand', isBlank = true, prompt = '', options = [] } = control ?? {};
    const text = isBlank ? '' : oneLine(shownText(element));
    const option = kind === 'box' ? options[0]?.[0] : undefined;
    this.#holes.push({ paths: [field].flat(), kind, isBlank, prompt, option, text });
    this.#text += HOLE;
    return true;
  }

  #end(): void {
    const known = this.#known.of(this.#text);
    if (known.tokens.length > 0) {
      const unit = { ...printedIn(known, this.#holes), holes: this.#holes, key: known.key };
      const place = { clause: this.#clause, label: this.#label };
      this.units.push({ ...unit, ...place, rowLabel: this.#row?.label, row: this.#row?.number });
      if (this.#row !== undefined) {
        if (!this.#row.isLabelled && unit.holes.length === 0) this.#row.label = keysOf(unit.tokens);
        this.#row.isLabelled = true;
      }
      this.#label = '';
    }
    this.#text = '';
    this.#holes = [];
  }
}

/** The words of a paragraph, with a sign in the place of each value. */
type UnitText = Pick<Unit, 'text' | 'tokens' | 'key'>;

function unitText(marked: string): UnitText {
  const { text, list } = tokensOf(marked);
  let next = 0;
  const tokens = list.map(({ key, start, end, control }) => {
    return { key, start, end, hole: key === HOLE ? next++ : undefined, isHint: control === HINT };
  });
  const hints = tokens.map(({ isHint }) => (isHint ? '?' : '.')).join('');
  return { text, tokens, key: `${text} ${hints}` };
}

/** The words with the values. */
function printedIn(known: UnitText, holes: readonly Hole[]): Pick<Unit, 'text' | 'tokens'> {
  if (holes.length === 0) return known;
  let text = '';
  let at = 0;
  const tokens = known.tokens.map((token) => {
    text += known.text.slice(at, token.start);
    at = token.end;
    const start = text.length;
    text +=
      token.hole === undefined ? known.text.slice(token.start, token.end) : (holes[token.hole]?.text ?? '');
    return { ...token, start, end: text.length };
  });
  return { text, tokens };
}

function shownText(element: Element): string {
  return element.children
    .map((child) =>
      isText(child) ? child.data : isTag(child) ? (child.name === 'br' ? '\n' : shownText(child)) : '',
    )
    .join('');
}

function oneLine(text: string): string {
  return tokensOf(text).text;
}

/**
 * In a cell, a blank, its rules and its label are paragraphs of their own, and so is the label below a given name in a
 * signature block (styles/document.css). A text with other styles is aligned as well as it can be.
 */
function isLineOfCell({ name, parent, attribs }: Element): boolean {
  if (name !== 'span' && name !== 'small') return false;
  const isBlank = /^blank(?: (?!choice)|$)/.test(attribs.class ?? '');
  const owner = parent !== null && isTag(parent) ? (parent.attribs.class ?? '') : '';
  if (name === 'small' && owner === 'given') return true;
  const isPart = /^blank(?: (?!choice)|$)/.test(owner) && (name === 'small' || attribs.class === 'rule');
  return (isBlank || isPart) && isInCell(parent);
}

function isInCell(parent: ParentNode | null): boolean {
  for (let node = parent; node !== null && isTag(node); node = node.parent)
    if (node.name === 'td') return true;
  return false;
}
