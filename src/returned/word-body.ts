import { CONTROL_END, controlStart, withoutMarks } from './marked-text.ts';
import { momentOf } from './moment.ts';
import type { BoundField } from './word-file.ts';
import { childAt, childrenOf, textIn, type XmlElement } from './xml.ts';

/** Who tracked a change. */
export interface Tracked {
  readonly author: string | null;
  readonly at: string | null;
}

/** A content control of the file. */
export interface ReturnedControl {
  /** The paths of the value that it shows, joined by spaces; undefined when the file does not say. */
  readonly path: string | undefined;
  /** Of a box, the words beside it. */
  readonly option: string | undefined;
  /** What is typed in, or bound; undefined while it shows its prompt. */
  readonly value: string | undefined;
}

/**
 * Paragraphs that belong together: one, unless a tracked change splits or joins some.
 */
export interface Passage {
  /** The paragraphs with all tracked changes rejected. */
  readonly before: readonly string[];
  /** With all accepted; with the marks of marked-text.ts around the content of controls. */
  readonly after: readonly string[];
  /** Of the first tracked change; undefined without one. */
  readonly tracked: Tracked | undefined;
  /** Ids of the comments that begin in it. */
  readonly comments: readonly string[];
  /** Number of the table row that it is in; undefined outside of tables. */
  readonly row: number | undefined;
}

export interface WordBody {
  readonly passages: readonly Passage[];
  readonly controls: readonly ReturnedControl[];
}

/** What is known at a place of the text from the elements around it. */
interface Context {
  readonly inserted?: Tracked | undefined;
  readonly deleted?: Tracked | undefined;
  readonly row?: number | undefined;
}

/** Elements around text that is not printed with the body. */
const SKIPPED = new Set([
  'w:rPr',
  'w:pPr',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:instrText',
  'w:delInstrText',
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
export function readBody(document: XmlElement, fields: readonly BoundField[]): WordBody {
  return new BodyReader(fields).read(document);
}

class BodyReader {
  readonly #fields: readonly BoundField[];
  readonly #passages: Passage[] = [];
  readonly #controls: ReturnedControl[] = [];
  #rows = 0;
  /** The fields that are open here: in the code of one, nothing is printed. */
  #open: ('code' | 'result')[] = [];
  #draft = new Draft();

  constructor(fields: readonly BoundField[]) {
    this.#fields = fields;
  }

  read(document: XmlElement): WordBody {
    const body = childAt(document, 'w:body');
    for (const child of childrenOf(body)) this.#visit(child, {});
    this.#end({});
    return { passages: this.#passages, controls: this.#controls };
  }

  #visit(element: XmlElement, context: Context): void {
    const { name } = element;
    if (SKIPPED.has(name)) return;
    switch (name) {
      case 'w:p':
        this.#paragraph(element, context);
        break;
      case 'w:tr':
        this.#row(element, context);
        break;
      case 'w:tc':
        this.#all(element, {
          ...context,
          ...trackedBy(childAt(element, 'w:tcPr'), 'w:cellIns', 'w:cellDel'),
        });
        this.#end(context);
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
      case 'w:fldChar':
        this.#field(element);
        break;
      case 'w:t':
      case 'w:delText':
        this.#print(textIn(element), context);
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

  #all(element: XmlElement, context: Context): void {
    for (const child of childrenOf(element)) this.#visit(child, context);
  }

  #paragraph(element: XmlElement, context: Context): void {
    if (/^toc ?\d/i.test(childAt(element, 'w:pPr', 'w:pStyle')?.attributes['w:val'] ?? '')) return;
    this.#all(element, context);
    const mark = trackedBy(childAt(element, 'w:pPr', 'w:rPr'), 'w:ins', 'w:del', 'w:moveTo', 'w:moveFrom');
    this.#end({ ...context, ...mark });
  }

  #row(element: XmlElement, context: Context): void {
    this.#rows += 1;
    const mark = trackedBy(childAt(element, 'w:trPr'), 'w:ins', 'w:del');
    this.#all(element, { ...context, ...mark, row: this.#rows });
  }

  /** The paragraphs of a text box are read after the paragraph that holds it. */
  #textBox(element: XmlElement, context: Context): void {
    const outer = this.#draft;
    this.#draft = new Draft();
    this.#all(element, context);
    this.#end(context);
    this.#draft = outer;
  }

  #control(element: XmlElement, context: Context): void {
    const properties = childAt(element, 'w:sdtPr');
    const gallery = childAt(properties, 'w:docPartObj', 'w:docPartGallery')?.attributes['w:val'];
    if (gallery === 'Table of Contents') return;
    const content = childAt(element, 'w:sdtContent');
    const isBlock = childrenOf(content).some((child) =>
      ['w:p', 'w:tbl', 'w:tr', 'w:tc'].includes(child.name),
    );
    const control = this.#described(properties);
    if (control === undefined || isBlock) {
      if (content !== undefined) this.#all(content, context);
      return;
    }
    const number = this.#controls.length;
    this.#draft.after += controlStart(number);
    const from = this.#draft.after.length;
    if (control.prompts) this.#print(control.bound ?? '', context);
    else if (control.isChecked !== undefined) this.#print(control.isChecked ? '☒' : '☐', context);
    else if (content !== undefined) this.#all(content, context);
    const shown = withoutMarks(this.#draft.after.slice(from)).trim();
    this.#draft.after += CONTROL_END;
    this.#controls.push({ path: control.path, option: control.option, value: shown || undefined });
  }

  #described(properties: XmlElement | undefined) {
    if (properties === undefined) return undefined;
    const tag = childAt(properties, 'w:tag')?.attributes['w:val'];
    const binding = [...childrenOf(properties)].find(({ name }) => name.endsWith('dataBinding'))?.attributes;
    const [, number] = /\/f:fields\[1\]\/f:field\[(\d+)\]$/.exec(binding?.['w:xpath'] ?? '') ?? [];
    const field = number === undefined ? undefined : this.#fields[Number(number) - 1];
    const box = [...childrenOf(properties)].find(({ name }) => name.endsWith('checkbox'));
    const checked = box && [...childrenOf(box)].find(({ name }) => name.endsWith('checked'));
    const state = checked && Object.values(checked.attributes)[0];
    return {
      path: field?.path ?? tag,
      option: field?.option,
      prompts: childAt(properties, 'w:showingPlcHdr') !== undefined && box === undefined,
      bound: field?.value,
      isChecked:
        box === undefined ? undefined : isOn(state) || (field?.value !== undefined && isOn(field.value)),
    };
  }

  #field(element: XmlElement): void {
    switch (element.attributes['w:fldCharType']) {
      case 'begin':
        this.#open.push('code');
        break;
      case 'separate':
        if (this.#open.length > 0) this.#open[this.#open.length - 1] = 'result';
        break;
      case 'end':
        this.#open.pop();
    }
  }

  #print(text: string, context: Context): void {
    if (this.#open.includes('code')) return;
    this.#draft.print(withoutMarks(text), context);
  }

  /** Ends a paragraph; in each view it is only joined to the next one if its mark is not in that view. */
  #end(context: Context): void {
    const draft = this.#draft;
    draft.endParagraph(context);
    if (!draft.isWhole) return;
    const passage = draft.passage(context.row);
    this.#draft = new Draft();
    if (passage !== undefined) this.#passages.push(passage);
    else if (draft.comments.length > 0) this.#draft.comments.push(...draft.comments);
  }
}

/** The paragraphs that are being read, in both views. */
class Draft {
  before = '';
  after = '';
  readonly comments: string[] = [];
  #beforeLines: string[] = [];
  #afterLines: string[] = [];
  #tracked: Tracked | undefined;

  comment(id: string): void {
    if (!this.comments.includes(id)) this.comments.push(id);
  }

  print(text: string, { inserted, deleted }: Context): void {
    if (inserted === undefined) this.before += text;
    if (deleted === undefined) this.after += text;
    if (text.trim() !== '') this.#tracked ??= inserted ?? deleted;
  }

  endParagraph({ inserted, deleted }: Context): void {
    // The mark of a paragraph without a text in one view joins nothing in it.
    if (inserted === undefined || this.before.trim() === '') {
      this.#beforeLines.push(this.before);
      this.before = '';
    } else this.#tracked ??= inserted;
    if (deleted === undefined || withoutMarks(this.after).trim() === '') {
      this.#afterLines.push(this.after);
      this.after = '';
    } else this.#tracked ??= deleted;
    if (this.before !== '') this.before += ' ';
    if (this.after !== '') this.after += ' ';
  }

  /** Whether both views are at the end of a paragraph. */
  get isWhole(): boolean {
    return this.before === '' && this.after === '';
  }

  passage(row: number | undefined): Passage | undefined {
    const before = this.#beforeLines.filter((line) => line.trim() !== '');
    const after = this.#afterLines.filter((line) => line.trim() !== '');
    if (before.length === 0 && after.length === 0) return undefined;
    return { before, after, tracked: this.#tracked, comments: this.comments, row };
  }
}

function trackedBy(
  properties: XmlElement | undefined,
  ...names: readonly string[]
): { inserted?: Tracked; deleted?: Tracked } {
  const marks: { inserted?: Tracked; deleted?: Tracked } = {};
  for (const mark of childrenOf(properties)) {
    if (!names.includes(mark.name)) continue;
    if (/ins$|moveTo$|Ins$/.test(mark.name)) marks.inserted = trackedOf(mark);
    else marks.deleted = trackedOf(mark);
  }
  return marks;
}

function trackedOf({ attributes }: XmlElement): Tracked {
  return { author: attributes['w:author'] ?? null, at: momentOf(attributes['w:date']) };
}

function isOn(state: string | undefined): boolean {
  return state !== undefined && ['1', 'true', 'on'].includes(state);
}
