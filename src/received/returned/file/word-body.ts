import { withoutMarks } from '../text/marked-text.ts';
import { withoutContents } from './contents.ts';
import { type BoundField, controlProperties } from './control-properties.ts';
import { Draft } from './draft.ts';
import { lookOf, type StyleFacts } from './looks.ts';
import { ItemCounter, itemOf } from './numbering.ts';
import { OpenFields } from './open-fields.ts';
import { trackedBy, trackedOf } from './tracked-marks.ts';
import type {
  Changes,
  Look,
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
  'w:ruby',
]);

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['w:tab', ' '],
  ['w:ptab', ' '],
  ['w:br', '\n'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '-'],
]);

/**
 * Reads the text of a body with its tracked changes.
 * @param fields the custom XML part to which controls are bound
 */
export function readBody(document: XmlElement, fields: readonly BoundField[], styles: StyleFacts): WordBody {
  return new BodyReader(fields, true, styles).read(document);
}

/** Reads the text of a header or footer, without its fields: a page number is another one on each page. */
export function readMargin(root: XmlElement): readonly ReturnedBlock[] {
  return new BodyReader([], false).readIn(root);
}

class BodyReader {
  readonly #fields: readonly BoundField[];
  readonly #controls: ReturnedControl[] = [];
  /** Where the blocks that are read belong. */
  #blocks: ReturnedBlock[] = [];
  #rows: ReturnedRow[] | undefined;
  #cells: (readonly ReturnedBlock[])[] = [];
  readonly #open = new OpenFields();
  #draft = new Draft();

  /** The paragraphs of a table of contents. */
  readonly #contents = new Set<ReturnedParagraph>();
  #depthOfContents = 0;
  readonly #printsFields: boolean;

  readonly #styles: StyleFacts;
  readonly #counter: ItemCounter;
  /** Of the paragraph, and of the run. */
  #look: Look | undefined;
  #isRowHidden = false;

  constructor(
    fields: readonly BoundField[],
    printsFields = true,
    styles: StyleFacts = { looks: new Map(), items: new Map(), lists: new Map() },
  ) {
    this.#styles = styles;
    this.#counter = new ItemCounter(styles.lists);
    this.#fields = fields;
    this.#printsFields = printsFields;
  }

  readIn(element: XmlElement): readonly ReturnedBlock[] {
    return this.#inner(element, {});
  }

  read(document: XmlElement): WordBody {
    const blocks = this.#inner(childAt(document, 'w:body'), {});
    return {
      blocks: withoutContents(blocks, this.#contents),
      controls: this.#controls,
      computed: this.#open.computed,
    };
  }

  #visit(element: XmlElement, context: Changes): void {
    const { name } = element;
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
      case 'blip':
      case 'imagedata':
        this.#picture(element, context);
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
      // Of a formula, or of letters that are drawn.
      case 't':
      case 'w:t':
      case 'w:delText':
        this.#print(textIn(element), context);
        break;
      case 'textpath':
        if (this.#printsFields) this.#print(element.attributes.string ?? '', context);
        break;
      case 'w:sym':
        this.#print(signOf(element.attributes['w:char']), context);
        break;
      case 'w:txbxContent':
        this.#textBox(element, context);
        break;
      default: {
        const character = CHARACTERS.get(name);
        if (character === undefined) this.#all(element, context);
        else this.#print(character, context);
      }
    }
  }

  #all(element: XmlElement, context: Changes): void {
    for (const child of childrenOf(element)) this.#visit(child, context);
  }

  /** The blocks in an element. */
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
    this.#look = this.#isRowHidden ? 'hidden' : this.#styles.looks.get(style);
    const isListed = this.#isInContents() || /^toc ?(?:\d|heading)/i.test(style);
    this.#all(element, context);
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
    const outer = this.#look;
    const properties = childAt(element, 'w:rPr');
    const style = childAt(properties, 'w:rStyle')?.attributes['w:val'] ?? '';
    this.#look = lookOf(properties) ?? this.#styles.looks.get(style) ?? outer;
    this.#all(element, context);
    this.#look = outer;
  }

  #isInContents(): boolean {
    return this.#depthOfContents > 0 || this.#open.isInContents;
  }

  #table(element: XmlElement, context: Changes): void {
    const outer = this.#rows;
    const rows: ReturnedRow[] = [];
    this.#rows = rows;
    this.#all(element, context);
    this.#rows = outer;
    this.#blocks.push({ kind: 'table', rows });
  }

  #row(element: XmlElement, context: Changes): void {
    const changes = { ...context, ...trackedBy(childAt(element, 'w:trPr'), 'w:ins', 'w:del') };
    const isHidden = this.#isRowHidden;
    this.#isRowHidden ||= childAt(element, 'w:trPr', 'w:hidden') !== undefined;
    const outer = this.#cells;
    const cells: (readonly ReturnedBlock[])[] = [];
    this.#cells = cells;
    this.#all(element, changes);
    this.#cells = outer;
    this.#isRowHidden = isHidden;
    const row = { changes, cells };
    // Only a broken file has a row outside of a table.
    if (this.#rows === undefined) this.#blocks.push({ kind: 'table', rows: [row] });
    else this.#rows.push(row);
  }

  #cell(element: XmlElement, context: Changes): void {
    const own = trackedBy(childAt(element, 'w:tcPr'), 'w:cellIns', 'w:cellDel');
    const rows = this.#rows;
    this.#rows = undefined;
    this.#cells.push(this.#inner(element, { ...context, ...own }));
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
    const control = controlProperties(properties, this.#fields);
    if (control === undefined || isBlock) {
      if (content !== undefined) this.#all(content, context);
      return;
    }
    const number = this.#controls.length;
    const { pieces } = this.#draft;
    const from = pieces.push({ kind: 'start', control: number });
    if (control.prompts && !control.bound) pieces.push({ kind: 'prompt', control: number, ...context });
    else if (control.prompts) this.#print(control.bound ?? '', context);
    else if (control.isChecked !== undefined) this.#print(control.isChecked ? '☒' : '☐', context);
    else if (content !== undefined) this.#all(content, context);
    const shown = pieces
      .slice(from)
      .map((piece) => (piece.kind === 'text' && piece.deleted === undefined ? piece.text : ''))
      .join('')
      .trim();
    pieces.push({ kind: 'end', control: number });
    this.#controls.push({ path: control.path, option: control.option, value: shown || undefined });
  }

  #picture({ attributes }: XmlElement, { inserted, deleted }: Changes): void {
    const relationship = attributes['r:embed'] ?? attributes['r:link'] ?? attributes['r:id'] ?? '';
    this.#draft.pictures.push({ relationship, inserted, deleted });
  }

  #print(text: string, { inserted, deleted }: Changes): void {
    if (this.#open.isInCode || (this.#open.isInAny && !this.#printsFields)) return;
    const { reference } = this.#open;
    const look = this.#look;
    this.#draft.pieces.push({ kind: 'text', text: withoutMarks(text), reference, look, inserted, deleted });
  }

  #end(kind: Pick<ReturnedParagraph, 'style' | 'number'>, { inserted, deleted }: Changes): void {
    const { pieces, comments, pictures, notes, boxes } = this.#draft;
    this.#draft = new Draft();
    this.#blocks.push({
      kind: 'paragraph',
      ...kind,
      pieces,
      mark: { inserted, deleted },
      comments,
      pictures,
      notes,
      boxes,
    });
  }
}

/** The character of a font of signs. */
function signOf(code: string | undefined): string {
  const number = Number.parseInt(code ?? '', 16);
  return number > 0 && number <= 0xffff ? String.fromCharCode(number) : '';
}
