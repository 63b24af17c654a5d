import type { Edited } from '../../../formats/docx/convert.ts';
import {
  allParagraphs,
  type Block,
  type Link,
  type Paragraph,
  type Run,
} from '../../../formats/docx/model/model.ts';
import type { BrokenReference, Renumbered } from '../reading.ts';
import { labelsIn, numbersIn } from './numbers.ts';
import type { ParagraphEdit } from './paragraph-edit.ts';

/** Clause and heading of a paragraph of the document before it was edited. */
type Placing = (paragraph: Paragraph) => Pick<BrokenReference, 'clause' | 'heading'>;

/** What Word and LibreOffice print in the place of a reference to nothing. */
const NO_TARGET = /reference source not found/i;

/** The numbers of the clauses of a document before and after somebody edited it. */
export class ClauseNumbers {
  readonly was: ReadonlyMap<Paragraph, string>;
  readonly #now: ReadonlyMap<Paragraph, string>;
  readonly #labels: Readonly<Record<'was' | 'now', ReadonlyMap<Paragraph, string>>>;
  readonly #paragraphs: readonly Paragraph[];
  /** By the ids of links. */
  readonly #targets: ReadonlyMap<string, Paragraph>;
  readonly #nowOf: Edited['nowOf'];
  /** Where paragraphs stand that were taken out and put in elsewhere. */
  readonly #moved = new Map<Paragraph, Paragraph>();

  /** @param moves what was taken out, with what was put in elsewhere */
  constructor(
    exact: readonly Block[],
    { to, nowOf }: Edited,
    edits: readonly ParagraphEdit[],
    moves: ReadonlyMap<ParagraphEdit, ParagraphEdit>,
  ) {
    this.was = numbersIn(exact);
    const unnumbered = edits.flatMap(({ added, line }) =>
      added !== undefined && line?.number === undefined ? added : [],
    );
    this.#now = numbersIn(to, new Set(unnumbered));
    this.#labels = { was: labelsIn(exact), now: labelsIn(to, new Set(unnumbered)) };
    this.#nowOf = nowOf;
    this.#paragraphs = allParagraphs(exact);
    this.#targets = new Map(
      this.#paragraphs.flatMap((paragraph) => paragraph.ids.map((id) => [id, paragraph])),
    );
    for (const [{ place }, { added }] of moves)
      if (place !== undefined && added !== undefined) this.#moved.set(place, added);
  }

  /** The number of a paragraph after it was edited. */
  ofEdited(paragraph: Paragraph | undefined): string | undefined {
    return paragraph && this.#now.get(paragraph);
  }

  /** The paragraph to which links with an id lead. */
  targetOf(id: string): Paragraph | undefined {
    return this.#targets.get(id);
  }

  /** What may be printed before a paragraph: a program may count what was added, or not. */
  labelsOf(paragraph: Paragraph): readonly string[] {
    const now = this.#nowOf(paragraph);
    return [this.#labels.was.get(paragraph), now && this.#labels.now.get(now)].filter(
      (label) => label !== undefined,
    );
  }

  /** Whether a text is what a program writes in the place of a reference, since its clause has another number. */
  isBroughtUpToDate(link: Link | undefined, text: string): boolean {
    const clause = this.#clauseOf(link);
    return clause !== undefined && this.#numberNow(clause) === text;
  }

  /** The clauses that have another number now, but for those within one that keep their place in it. */
  renumbered(placeOf: Placing): Renumbered[] {
    return Array.from(this.was.keys()).flatMap((paragraph): Renumbered[] => {
      const own = this.#numbersOf(paragraph);
      if (own === undefined || own.was === own.now) return [];
      const outer = this.#numbersOf(paragraph.number?.parent);
      const isInPlace =
        outer !== undefined &&
        own.was.startsWith(outer.was) &&
        own.now === outer.now + own.was.slice(outer.was.length);
      return isInPlace ? [] : [{ ...own, heading: placeOf(paragraph).heading }];
    });
  }

  /** The references that are left and name a clause that is not. */
  brokenReferences(placeOf: Placing): BrokenReference[] {
    const found = new Map<string, BrokenReference>();
    for (const paragraph of this.#paragraphs) {
      const { runs = [] } = this.#nowOf(paragraph) ?? {};
      for (const link of new Set(paragraph.runs.map((run) => run.link))) {
        const clause = this.#clauseOf(link);
        const to = clause && this.was.get(clause);
        if (clause === undefined || to === undefined || this.#numberNow(clause) !== undefined) continue;
        const isLeft = textOf(runs.filter((run) => run.link === link)) === to;
        if (!isLeft && !NO_TARGET.test(textOf(runs))) continue;
        const reference = { ...placeOf(paragraph), to };
        found.set(JSON.stringify(reference), reference);
      }
    }
    return [...found.values()];
  }

  #clauseOf(link: Link | undefined): Paragraph | undefined {
    if (link?.kind !== 'internal' || !link.isReference) return undefined;
    const target = this.#targets.get(link.id);
    return target?.number === undefined ? target?.clause : target;
  }

  #numbersOf(paragraph: Paragraph | undefined): { was: string; now: string } | undefined {
    const was = paragraph && this.was.get(paragraph);
    const now = paragraph && this.#numberNow(paragraph);
    return was === undefined || now === undefined ? undefined : { was, now };
  }

  #numberNow(paragraph: Paragraph): string | undefined {
    return this.ofEdited(this.#nowOf(paragraph) ?? this.#moved.get(paragraph));
  }
}

function textOf(runs: readonly Run[]): string {
  return runs.map(({ content }) => (content.kind === 'text' ? content.text : ' ')).join('');
}
