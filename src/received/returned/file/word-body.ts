import { withoutMarks } from '../text/marked-text.ts';
import { withoutContents } from './contents.ts';
import type { ControlParts } from './control-parts.ts';
import { controlProperties, showsBound, showsPrompt } from './control-properties.ts';
import { Draft } from './draft.ts';
import { hasOtherWords, isForeign, isShape } from './drawings.ts';
import { factsOf, type LookFacts, lookOf } from './looks.ts';
import { ItemCounter, itemOf } from './numbering.ts';
import { OpenFields } from './open-fields.ts';
import { Columns, hasGround, hasNoRoom } from './room.ts';
import { NO_STYLES, type StyleFacts } from './styles.ts';
import { trackedBy, trackedOf } from './tracked-marks.ts';
import type {
  Changes,
  NumberOfParagraph,
  ReturnedBlock,
  ReturnedControl,
  ReturnedParagraph,
  ReturnedRow,
  WordBody,
} from './word-model.ts';
import { childAt, childrenOf, textIn, type XmlElement } from './xml.ts';

/** Elements around text that is not printed with the body. */
const SKIPPED = new Set([
  'w:rPr',
  'w:pPr',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:tblPr',
  'w:tblGrid',
  'w:trPr',
  'w:tcPr',
  'w:sectPr',
  'mc:Fallback',
  'w:fldData',
]);

const SHOWN_BY_SOME = 'words that only some programs show';

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['w:tab', ' '],
  ['w:ptab', ' '],
  ['w:br', '\n'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '-'],
]);

const NO_PARTS: ControlParts = { fields: [], prompts: new Map() };

/** Reads the text of a body with its tracked changes. */
export function readBody(document: XmlElement, parts: ControlParts, styles: StyleFacts): WordBody {
  return new BodyReader(parts, true, styles).read(document);
}

/** Reads the text of a header or footer, without its fields: a page number is another one on each page. */
export function readMargin(root: XmlElement): Pick<WordBody, 'blocks' | 'notRead'> {
  return new BodyReader(NO_PARTS, false).readIn(root);
}

class BodyReader {
  readonly #parts: ControlParts;
  readonly #controls: ReturnedControl[] = [];
  /** Where the blocks that are read belong. */
  #blocks: ReturnedBlock[] = [];
  #rows: ReturnedRow[] | undefined;
  #cells: (readonly ReturnedBlock[])[] = [];
  #columns = new Columns(undefined);
  readonly #open = new OpenFields();
  /** Of the link that is read. */
  #anchor: string | undefined;
  #draft = new Draft();

  /** The paragraphs of a table of contents. */
  readonly #contents = new Set<ReturnedParagraph>();
  #depthOfContents = 0;
  readonly #printsFields: boolean;

  readonly #styles: StyleFacts;
  readonly #counter: ItemCounter;
  /** Of the table, the cell, the paragraph and the run that are read. */
  #facts: LookFacts;
  readonly #notRead = new Set<string>();

  constructor(parts: ControlParts, printsFields = true, styles: StyleFacts = NO_STYLES) {
    this.#styles = styles;
    this.#facts = styles.defaults;
    this.#counter = new ItemCounter(styles.lists);
    this.#parts = parts;
    this.#printsFields = printsFields;
  }

  readIn(element: XmlElement): Pick<WordBody, 'blocks' | 'notRead'> {
    return { blocks: this.#inner(element, {}), notRead: [...this.#notRead] };
  }

  read(document: XmlElement): WordBody {
    if (hasGround(childAt(document, 'w:background'))) this.#notRead.add('words on pages of another colour');
    const blocks = this.#inner(childAt(document, 'w:body'), {});
    return {
      ...withoutContents(blocks, this.#contents),
      controls: this.#controls,
      notRead: [...this.#notRead, ...this.#open.computed],
    };
  }

  #visit(element: XmlElement, context: Changes): void {
    const { name } = element;
    if (name === 'w:sectPr' && hasNoRoom(element)) this.#notRead.add('words on pages without room for them');
    if (SKIPPED.has(name)) return;
    switch (name) {
      case 'w:p':
        this.#paragraph(element, context);
        break;
      case 'w:r':
        this.#run(element, context);
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#draft.notes.push({
          kind: name === 'w:footnoteReference' ? 'Footnote' : 'Endnote',
          id: element.attributes['w:id'] ?? '',
          ...context,
        });
        break;
      case 'w:tbl':
        this.#table(element, context);
        break;
      case 'w:tr':
        this.#row(element, context);
        break;
      case 'w:tc':
        this.#cell(element, context);
        break;
      case 'w:ins':
      case 'w:moveTo':
        this.#all(element, { ...context, inserted: trackedOf(element) });
        break;
      case 'w:del':
      case 'w:moveFrom':
        this.#all(element, { ...context, deleted: trackedOf(element) });
        break;
      case 'w:sdt':
        this.#control(element, context);
        break;
      case 'w:commentRangeStart':
      case 'w:commentReference':
        this.#draft.comment(element.attributes['w:id'] ?? '');
        break;
      case 'w:bookmarkStart':
        if (element.attributes['w:name']?.startsWith('_Ref'))
          this.#draft.bookmarks.push(element.attributes['w:name']);
        break;
      case 'blip':
      case 'imagedata':
        this.#picture(element, context);
        break;
      case 'w:hyperlink':
        this.#link(element, context);
        break;
      case 'w:fldSimple':
        this.#open.begin(element.attributes['w:instr'], true);
        this.#all(element, context);
        this.#open.end();
        break;
      case 'w:instrText':
      case 'w:delInstrText':
        this.#open.addCode(element);
        break;
      case 'w:fldChar':
        this.#open.visit(element);
        break;
      case 't':
        this.#notRead.add(SHOWN_BY_SOME);
        this.#print(textIn(element), context);
        break;
      case 'm:t':
      case 'w:t':
        this.#print(textIn(element), context);
        break;
      case 'w:delText':
        // Elsewhere no program shows it.
        if (context.deleted !== undefined) this.#print(textIn(element), context);
        break;
      case 'textpath':
        // Our own mark in a margin says DRAFT.
        if (this.#printsFields || element.attributes.string !== 'DRAFT')
          this.#print(element.attributes.string ?? '', context);
        break;
      case 'w:bdo':
      case 'w:dir':
        this.#turned(element, context);
        break;
      case 'w:ruby':
        this.#notRead.add('text with readings beside it');
        break;
      case 'mc:AlternateContent':
        if (hasOtherWords(element)) this.#notRead.add(SHOWN_BY_SOME);
        this.#all(element, context);
        break;
      case 'w:sym':
        this.#print(signOf(element.attributes['w:char']), context);
        break;
      case 'w:txbxContent':
        this.#textBox(element, context);
        break;
      default: {
        if (isShape(element)) this.#notRead.add('drawn shapes, which may cover words');
        if (isForeign(element)) this.#notRead.add(SHOWN_BY_SOME);
        const character = CHARACTERS.get(name);
        if (character === undefined) this.#all(element, context);
        else this.#print(character, context);
      }
    }
  }

  /** A link with a relationship leads to another file, whose anchors are none of this one's. */
  #link(element: XmlElement, context: Changes): void {
    const outer = this.#anchor;
    const { 'r:id': file, 'w:anchor': anchor } = element.attributes;
    this.#anchor = file === undefined ? anchor : undefined;
    this.#all(element, context);
    this.#anchor = outer;
  }

  /** What a direction is given for. */
  #turned(element: XmlElement, context: Changes): void {
    const own = element.attributes['w:val'] === 'rtl' ? { isBackwards: true } : {};
    this.#looking(own, () => this.#all(element, context));
  }

  /** Reads what has the looks of what stands around it, and its own. */
  #looking<Result>(own: LookFacts, read: () => Result): Result {
    const outer = this.#facts;
    this.#facts = { ...outer, ...own };
    const result = read();
    this.#facts = outer;
    return result;
  }

  #all(element: XmlElement, context: Changes): void {
    for (const child of childrenOf(element)) this.#visit(child, context);
  }

  #inner(element: XmlElement | undefined, context: Changes): readonly ReturnedBlock[] {
    const outer = this.#blocks;
    const blocks: ReturnedBlock[] = [];
    this.#blocks = blocks;
    if (element !== undefined) this.#all(element, context);
    if (!this.#draft.isEmpty) this.#end({ style: '', number: undefined }, context);
    this.#blocks = outer;
    return blocks;
  }

  #paragraph(element: XmlElement, context: Changes): void {
    const style = childAt(element, 'w:pPr', 'w:pStyle')?.attributes['w:val'] ?? '';
    const properties = childAt(element, 'w:pPr');
    const section = childAt(properties, 'w:sectPr');
    if (section !== undefined) this.#visit(section, context);
    if (childAt(properties, 'w:framePr') !== undefined) this.#notRead.add('where framed paragraphs stand');
    const own = { ...this.#styles.looks.get(style), ...factsOf(properties) };
    const isListed = this.#isInContents() || /^(?:toc|contents) ?(?:\d|heading)/i.test(style);
    this.#looking(own, () => this.#all(element, context));
    const isContents = isListed || this.#isInContents();
    const mark = trackedBy(childAt(element, 'w:pPr', 'w:rPr'), 'w:ins', 'w:del', 'w:moveTo', 'w:moveFrom');
    const changes = { ...context, ...mark };
    // What is deleted is not counted any more.
    const number = changes.deleted === undefined ? this.#numberOf(element, style) : undefined;
    this.#end({ style, number }, changes);
    const paragraph = this.#blocks.at(-1);
    if (isContents && paragraph?.kind === 'paragraph') this.#contents.add(paragraph);
  }

  #numberOf(element: XmlElement, style: string): NumberOfParagraph | undefined {
    const item = itemOf(element, this.#styles.items.get(style));
    return item === undefined || item.list === '0' ? undefined : this.#counter.next(item, style);
  }

  #run(element: XmlElement, context: Changes): void {
    const properties = childAt(element, 'w:rPr');
    const own = { ...this.#namedLook(properties, 'w:rStyle'), ...factsOf(properties) };
    this.#looking(own, () => this.#all(element, context));
  }

  /** The looks of a style by its name; "" is that of paragraphs. */
  #namedLook(properties: XmlElement | undefined, name: string): LookFacts | undefined {
    const style = childAt(properties, name)?.attributes['w:val'] ?? '';
    return style === '' ? undefined : this.#styles.looks.get(style);
  }

  #isInContents(): boolean {
    return this.#depthOfContents > 0 || this.#open.isInContents;
  }

  #table(element: XmlElement, context: Changes): void {
    const outer = this.#rows;
    const columns = this.#columns;
    this.#columns = new Columns(element);
    const rows: ReturnedRow[] = [];
    const properties = childAt(element, 'w:tblPr');
    const own = { ...this.#namedLook(properties, 'w:tblStyle'), ...factsOf(properties) };
    this.#rows = rows;
    this.#looking(own, () => this.#all(element, context));
    this.#rows = outer;
    this.#columns = columns;
    this.#blocks.push({ kind: 'table', rows });
  }

  #row(element: XmlElement, context: Changes): void {
    const properties = childAt(element, 'w:trPr');
    const changes = { ...context, ...trackedBy(properties, 'w:ins', 'w:del') };
    if (childAt(properties, 'w:trHeight')?.attributes['w:hRule'] === 'exact')
      this.#notRead.add('what rows of a fixed height cut off');
    const outer = this.#cells;
    const cells: (readonly ReturnedBlock[])[] = [];
    const own = childAt(properties, 'w:hidden') === undefined ? {} : { isOutOfSight: true };
    this.#columns.begin(properties);
    this.#cells = cells;
    this.#looking(own, () => this.#all(element, changes));
    this.#cells = outer;
    const row = { changes, cells };
    // Only a broken file has a row outside of a table.
    if (this.#rows === undefined) this.#blocks.push({ kind: 'table', rows: [row] });
    else this.#rows.push(row);
  }

  #cell(element: XmlElement, context: Changes): void {
    const properties = childAt(element, 'w:tcPr');
    const changes = { ...context, ...trackedBy(properties, 'w:cellIns', 'w:cellDel') };
    const own = {
      ...factsOf(properties),
      ...(isCovered(properties) && { isOutOfSight: true }),
      ...(this.#columns.isNarrow(properties) && { isNarrow: true }),
    };
    const rows = this.#rows;
    this.#rows = undefined;
    this.#cells.push(this.#looking(own, () => this.#inner(element, changes)));
    this.#rows = rows;
  }

  #textBox(element: XmlElement, context: Changes): void {
    const outer = this.#draft;
    this.#draft = new Draft();
    const blocks = this.#inner(element, context);
    this.#draft = outer;
    if (blocks.length > 0) outer.boxes.push(blocks);
  }

  #control(element: XmlElement, context: Changes): void {
    const properties = childAt(element, 'w:sdtPr');
    const gallery = childAt(properties, 'w:docPartObj', 'w:docPartGallery')?.attributes['w:val'];
    const content = childAt(element, 'w:sdtContent');
    if (gallery === 'Table of Contents') {
      this.#depthOfContents += 1;
      if (content !== undefined) this.#all(content, context);
      this.#depthOfContents -= 1;
      return;
    }
    const isBlock = childrenOf(content).some((child) =>
      ['w:p', 'w:tbl', 'w:tr', 'w:tc'].includes(child.name),
    );
    const control = controlProperties(properties, this.#parts);
    if (control?.isForeign) this.#notRead.add('a control that shows what stands elsewhere in the file');
    if (control === undefined || isBlock) {
      if (content !== undefined) this.#all(content, context);
      return;
    }
    const number = this.#controls.length;
    const { pieces } = this.#draft;
    const from = pieces.push({ kind: 'start', control: number });
    const isBlank = control.prompts && !control.bound;
    // Programs may type into a control and leave the mark that it shows its prompt.
    if (isBlank && showsPrompt(textIn(content), control))
      pieces.push({ kind: 'prompt', control: number, ...context });
    else if (control.prompts && control.bound) this.#print(control.bound, context);
    else if (control.isChecked !== undefined) this.#print(control.isChecked ? '☒' : '☐', context);
    else if (content !== undefined) this.#all(content, context);
    const textOf = (without: 'inserted' | 'deleted') =>
      pieces
        .slice(from)
        .map((piece) => (piece.kind === 'text' && piece[without] === undefined ? piece.text : ''))
        .join('')
        .trim();
    const shown = textOf('deleted');
    if (![shown, textOf('inserted')].some((text) => showsBound(text, control)))
      this.#notRead.add('a control for which the file has another value, which Word shows in its place');
    pieces.push({ kind: 'end', control: number });
    const value = isBlank ? undefined : shown || undefined;
    this.#controls.push({ path: control.path, option: control.option, value });
  }

  #picture({ attributes }: XmlElement, { inserted, deleted }: Changes): void {
    const relationship = attributes['r:embed'] ?? attributes['r:link'] ?? attributes['r:id'] ?? '';
    this.#draft.pictures.push({ relationship, inserted, deleted });
  }

  #print(text: string, { inserted, deleted }: Changes): void {
    if (this.#open.isInCode || (this.#open.isInAny && !this.#printsFields)) return;
    const { reference } = this.#open;
    const look = lookOf(this.#facts, text, this.#styles.theme);
    this.#draft.pieces.push({
      kind: 'text',
      text: withoutMarks(text),
      reference,
      anchor: this.#anchor,
      look,
      inserted,
      deleted,
    });
  }

  #end(kind: Pick<ReturnedParagraph, 'style' | 'number'>, { inserted, deleted }: Changes): void {
    const { pieces, comments, bookmarks, pictures, notes, boxes } = this.#draft;
    this.#draft = new Draft();
    this.#blocks.push({
      kind: 'paragraph',
      ...kind,
      pieces,
      mark: { inserted, deleted },
      comments,
      bookmarks,
      pictures,
      notes,
      boxes,
    });
  }
}

/** Whether the cell above is printed in the place of a cell. */
function isCovered(properties: XmlElement | undefined): boolean {
  const merge = childAt(properties, 'w:vMerge') ?? childAt(properties, 'w:hMerge');
  return merge !== undefined && merge.attributes['w:val'] !== 'restart';
}

/** The character of a font of signs. */
function signOf(code: string | undefined): string {
  const number = Number.parseInt(code ?? '', 16);
  return number > 0 && number <= 0xffff ? String.fromCharCode(number) : '';
}
