import { referenceLabel } from '../../document/numbering.ts';
import type { ItemNumber, Paragraph } from '../model/model.ts';

/** What the names of bookmarks for cross-references begin with. Word hides names with an underscore at the start. */
export const REFERENCE_PREFIX = '_Ref_';

/** Word's maximum length of a bookmark's name. */
const MAX_NAME = 40;

/** The bookmarks of another document in the same file. */
interface NamesBeside {
  readonly taken: readonly string[];
  /** The name that the other document has for the same paragraph, if there are several that of the id. */
  nameOf(paragraph: Paragraph, id: string): string | undefined;
}

/** The bookmarks of a document: linked ids, and the paragraphs that they stand on. */
export class Bookmarks {
  readonly #targets = new Map<string, { readonly name: string; readonly paragraph: Paragraph }>();
  readonly #names = new Map<Paragraph, string[]>();
  readonly #taken = new Set<string>();
  /** Prefix of a name → the last number appended to it, so that 10,000 equal prefixes stay linear. */
  readonly #counts = new Map<string, number>();
  readonly #beside: NamesBeside;
  #former: Bookmarks | undefined;

  /**
   * @param paragraphs of the whole document
   * @param headings those of the table of contents, with the names of their bookmarks
   * @param beside the names of another document in the same file
   */
  constructor(
    paragraphs: readonly Paragraph[],
    headings: ReadonlyMap<Paragraph, string> = new Map(),
    beside: NamesBeside = { taken: [], nameOf: () => undefined },
  ) {
    this.#beside = beside;
    for (const name of beside.taken) this.#taken.add(name.toLowerCase());
    for (const paragraph of paragraphs) {
      for (const id of paragraph.ids) {
        const name = this.#nameFor(paragraph, id);
        this.#targets.set(id, { name, paragraph });
        this.#names.set(paragraph, [...this.namesOf(paragraph), name]);
      }
    }
    for (const { paragraph } of [...this.#targets.values()]) this.#nameClauses(paragraph);
    for (const [heading, name] of headings) this.#names.set(heading, [...this.namesOf(heading), name]);
  }

  /**
   * Lets what refers to a place that is gone refer to it still, as in a file from which somebody has deleted the place.
   * @param former the bookmarks before, in the same file
   */
  keepTargets(former: Bookmarks): void {
    this.#former = former;
  }

  get names(): string[] {
    return [...this.#names.values()].flat();
  }

  namesOf(paragraph: Paragraph): readonly string[] {
    return this.#names.get(paragraph) ?? [];
  }

  /** Name of the bookmark of a linked id; undefined when no element has the id. */
  nameOf(id: string): string | undefined {
    return this.#targets.has(id) ? this.#targets.get(id)?.name : this.#former?.nameOf(id);
  }

  /**
   * The fields that together show the number of a clause as Word computes it, with literal text between them.
   * @returns undefined when the id is not that of a numbered clause, or its number is not the given text
   */
  referenceParts(id: string, text: string): ReferencePart[] | undefined {
    const target = this.#targets.get(id);
    if (target === undefined) return this.#former?.referenceParts(id, text);
    const paragraph = numberedParagraph(target.paragraph);
    if (paragraph?.number === undefined || labelOf(paragraph.number) !== text) return undefined;
    const bookmark = this.namesOf(paragraph)[0];
    // REF \w joins the labels of all levels, which is the whole reference unless it has a comma.
    if (bookmark !== undefined && !text.includes(', ')) return [{ kind: 'field', bookmark, mode: 'w', text }];
    return this.#chain(paragraph);
  }

  /** One part per level, from the outermost on: "Schedule 1" + ", " + "2" + "(a)". */
  #chain(paragraph: Paragraph): ReferencePart[] | undefined {
    const { number } = paragraph;
    const bookmark = this.namesOf(paragraph)[0];
    const label = number === undefined ? undefined : labelOf(number);
    if (number === undefined || bookmark === undefined || label === undefined) return undefined;
    const outer = number.parent?.number === undefined ? undefined : labelOf(number.parent.number);
    if (number.parent === undefined || outer === undefined || !label.startsWith(outer)) {
      return [{ kind: 'field', bookmark, mode: 'n', text: label }];
    }
    const before = this.#chain(number.parent);
    if (before === undefined) return undefined;
    const own = label.slice(outer.length);
    const comma: ReferencePart[] = own.startsWith(', ') ? [{ kind: 'text', text: ', ' }] : [];
    return [...before, ...comma, { kind: 'field', bookmark, mode: 'n', text: own.replace(/^, /, '') }];
  }

  /** Bookmarks the numbered paragraphs whose numbers a reference to this one shows. */
  #nameClauses(paragraph: Paragraph): void {
    const clause = numberedParagraph(paragraph);
    if (clause?.number === undefined) return;
    if (this.namesOf(clause).length === 0) this.#names.set(clause, [this.#nameFor(clause, 'clause')]);
    const { parent } = clause.number;
    if (parent !== undefined && labelOf(clause.number)?.includes(', ')) this.#nameClauses(parent);
  }

  #nameFor(paragraph: Paragraph, id: string): string {
    return this.#beside.nameOf(paragraph, id) ?? this.#unique(id);
  }

  #unique(id: string): string {
    const base = `${REFERENCE_PREFIX}${id.replace(/[^A-Za-z0-9_]/g, '_')}`.slice(0, MAX_NAME);
    const short = base.slice(0, MAX_NAME - 8);
    let name = base;
    while (this.#taken.has(name.toLowerCase())) {
      const count = (this.#counts.get(short) ?? 1) + 1;
      this.#counts.set(short, count);
      name = `${short}_${count}`;
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

/** A part of a cross-reference. `mode` is the switch of the REF field: \w for all levels, \n for one. */
type ReferencePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly bookmark: string; readonly mode: 'w' | 'n'; readonly text: string };

/** The paragraph that shows the number of the clause that contains a paragraph. */
function numberedParagraph(paragraph: Paragraph): Paragraph | undefined {
  return paragraph.number === undefined ? paragraph.clause : paragraph;
}

function labelOf(number: ItemNumber): string | undefined {
  const { scheme } = number.list.definition;
  return scheme === undefined ? undefined : referenceLabel(scheme, number.counts);
}
