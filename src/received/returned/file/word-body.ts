import { withoutContents } from './contents.ts';
import type { ControlParts } from './control-parts.ts';
import { controlProperties, shownBy, showsBound } from './control-properties.ts';
import { Draft } from './draft.ts';
import { notReadOf, SHOWN_BY_SOME } from './drawings.ts';
import { factsOf } from './looks.ts';
import { LooksInForce } from './looks-in-force.ts';
import { ItemCounter, itemOf } from './numbering.ts';
import { OpenFields } from './open-fields.ts';
import { printedText } from './printed-text.ts';
import { hasGround, hasNoRoom } from './room.ts';
import { NO_STYLES, type StyleFacts } from './styles.ts';
import { TableReader } from './table-reader.ts';
import { trackedBy, trackedOf } from './tracked-marks.ts';
import type { Changes, ReturnedBlock, ReturnedControl, ReturnedParagraph, WordBody } from './word-model.ts';
import { childAt, childrenOf, textIn, type XmlElement } from './xml.ts';

/** Elements around text that is not printed with the body. */
const SKIPPED = new Set([
  ...['w:rPr', 'w:pPr', 'w:sdtPr', 'w:sdtEndPr', 'w:tblPr', 'w:tblPrEx', 'w:tblGrid', 'w:trPr', 'w:tcPr'],
  ...['w:sectPr', 'mc:Fallback', 'w:fldData'],
]);

const NO_PARTS: ControlParts = { fields: [] };

/** Reads the text of a body with its tracked changes. */
export function readBody(document: XmlElement, parts: ControlParts, styles: StyleFacts): WordBody {
  return new BodyReader(parts, false, styles).read(document);
}

/** Reads the text of a header or footer, without the numbers of pages, which are others on each. */
export function readMargin(root: XmlElement): Pick<WordBody, 'blocks' | 'notRead'> {
  return new BodyReader(NO_PARTS, true).readIn(root);
}

class BodyReader {
  readonly #parts: ControlParts;
  readonly #controls: ReturnedControl[] = [];
  /** Where the blocks that are read belong. */
  #blocks: ReturnedBlock[] = [];
  readonly #open: OpenFields;
  /** Of the link that is read. */
  #anchor: string | undefined;
  #draft = new Draft();
  #isPrompt = false;

  /** The paragraphs of a table of contents. */
  readonly #contents = new Set<ReturnedParagraph>();
  #depthOfContents = 0;
  readonly #isMargin: boolean;

  readonly #styles: StyleFacts;
  readonly #counter: ItemCounter;
  readonly #looks: LooksInForce;
  readonly #notRead = new Set<string>();
  readonly #tables: TableReader;

  constructor(parts: ControlParts, isMargin: boolean, styles: StyleFacts = NO_STYLES) {
    this.#styles = styles;
    this.#looks = new LooksInForce(styles);
    this.#tables = new TableReader(this.#looks, this.#notRead, {
      visit: (element, changes) => this.#all(element, changes),
      blocks: (element, changes) => this.#inner(element, changes),
    });
    this.#counter = new ItemCounter(styles.lists);
    this.#parts = parts;
    this.#isMargin = isMargin;
    this.#open = new OpenFields(isMargin);
  }

  readIn(element: XmlElement): Pick<WordBody, 'blocks' | 'notRead'> {
    const blocks = this.#inner(element, {});
    return { blocks, notRead: [...this.#notRead, ...this.#open.computed] };
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
        this.#draft.note(element, context);
        break;
      case 'w:tbl':
        this.#blocks.push(this.#tables.table(element, context));
        break;
      case 'w:tr': {
        const table = this.#tables.row(element, context);
        if (table !== undefined) this.#blocks.push(table);
        break;
      }
      case 'w:tc':
        this.#tables.cell(element, context);
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
        this.#draft.bookmark(element.attributes['w:name']);
        break;
      case 'blip':
      case 'imagedata':
        this.#draft.picture(element, context);
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
        this.#open.addCode(textIn(element));
        break;
      case 'w:fldChar':
        this.#open.visit(element);
        break;
      case 'w:bdo':
      case 'w:dir':
        this.#turned(element, context);
        break;
      case 'w:txbxContent':
        this.#textBox(element, context);
        break;
      default: {
        const what = notReadOf(element);
        if (what !== undefined) this.#notRead.add(what);
        const text = printedText(element, context, this.#isMargin);
        if (text === undefined) this.#all(element, context);
        else if (text !== '') this.#print(text, context);
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
    this.#looks.with(own, () => this.#all(element, context));
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
    const { items, unnamed } = this.#styles;
    const item = itemOf(element, items.get(style === '' ? (unnamed.get('paragraph') ?? '') : style));
    const own = this.#looks.ofParagraph(properties, this.#counter.looksOf(item, style));
    if (own.isFramed) this.#notRead.add('where framed paragraphs stand');
    const ofMark = factsOf(childAt(properties, 'w:rPr'));
    if (own.isCollapsed) this.#notRead.add('what stands below headings that are collapsed');
    if (ofMark.isHidden || ofMark.isAlwaysHidden) this.#notRead.add('where paragraphs run together');
    const isListed = this.#isInContents() || /^(?:toc|contents) ?(?:\d|heading)/i.test(style);
    this.#looks.with(own, () => this.#all(element, context));
    const isContents = isListed || this.#isInContents();
    const mark = trackedBy(childAt(element, 'w:pPr', 'w:rPr'), 'w:ins', 'w:del', 'w:moveTo', 'w:moveFrom');
    const changes = { ...context, ...mark };
    // What is deleted is not counted any more.
    const isCounted = changes.deleted === undefined && item !== undefined && item.list !== '0';
    const number = isCounted ? this.#counter.next(item, style, ofMark) : undefined;
    this.#end({ style, number }, changes);
    const paragraph = this.#blocks.at(-1);
    if (isContents && paragraph?.kind === 'paragraph') this.#contents.add(paragraph);
  }

  #run(element: XmlElement, context: Changes): void {
    const properties = childAt(element, 'w:rPr');
    if (childAt(properties, 'mc:AlternateContent') !== undefined) this.#notRead.add(SHOWN_BY_SOME);
    const own = { ...this.#looks.named(properties, 'character'), ...factsOf(properties) };
    this.#looks.with(own, () => this.#all(element, context));
  }

  #isInContents(): boolean {
    return this.#depthOfContents > 0 || this.#open.isInContents;
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
    const shown = shownBy(control, content);
    if (shown === 'prompt') pieces.push({ kind: 'prompt', control: number, ...context });
    else if (typeof shown === 'object') this.#print(shown.text, context);
    this.#isPrompt = shown === 'own prompt';
    // What has no letters may have pictures and signs.
    if (content !== undefined && (!shown || this.#isPrompt || textIn(content) === ''))
      this.#all(content, context);
    this.#isPrompt = false;
    const textOf = (without: 'inserted' | 'deleted') =>
      pieces
        .slice(from)
        .map((piece) => (piece.kind === 'text' && piece[without] === undefined ? piece.text : ''))
        .join('')
        .trim();
    const now = textOf('deleted');
    if (![now, textOf('inserted')].some((text) => showsBound(text, control)))
      this.#notRead.add('a control for which the file has another value, which Word shows in its place');
    pieces.push({ kind: 'end', control: number });
    const value = control.prompts && !control.bound ? undefined : now || undefined;
    this.#controls.push({ path: control.path, option: control.option, value });
  }

  #print(text: string, { inserted, deleted }: Changes): void {
    if (this.#open.isInCode) this.#open.addCode(text);
    if (this.#open.isInCode || this.#open.isPageNumber(text)) return;
    const { reference } = this.#open;
    const look = this.#looks.of(text);
    const isPrompt = this.#isPrompt && !this.#isMargin;
    this.#draft.text({ text, reference, anchor: this.#anchor, look, isPrompt, inserted, deleted });
  }

  #end(kind: Pick<ReturnedParagraph, 'style' | 'number'>, changes: Changes): void {
    this.#blocks.push(this.#draft.paragraph(kind, changes));
    this.#draft = new Draft();
  }
}
