import { itemLabel, referenceLabel } from '../../../formats/document/numbering.ts';
import {
  allParagraphs,
  type Block,
  type ListDefinition,
  type NumberedList,
  type Paragraph,
} from '../../../formats/docx/model/model.ts';

/**
 * The numbers of clauses, parties, recitals and schedules, counted as Word does, in the words of a reference: "12.3(a)".
 * @param unnumbered paragraphs that only look as if they had one
 */
export function numbersIn(
  blocks: readonly Block[],
  unnumbered: ReadonlySet<Paragraph> = new Set(),
): Map<Paragraph, string> {
  return textsOf(blocks, unnumbered, referenceLabel);
}

/** The same as they are printed before their paragraphs: "(a)". */
export function labelsIn(
  blocks: readonly Block[],
  unnumbered: ReadonlySet<Paragraph> = new Set(),
): Map<Paragraph, string> {
  return textsOf(blocks, unnumbered, itemLabel);
}

function textsOf(
  blocks: readonly Block[],
  unnumbered: ReadonlySet<Paragraph>,
  textOf: typeof itemLabel,
): Map<Paragraph, string> {
  const numbers = new Map<Paragraph, string>();
  const counters = new Map<ListDefinition, number[]>();
  const begun = new Set<NumberedList>();
  for (const paragraph of allParagraphs(blocks)) {
    const { number } = paragraph;
    const scheme = number?.list.definition.scheme;
    if (number === undefined || scheme === undefined || unnumbered.has(paragraph)) continue;
    const { list, level } = number;
    const counts = (counters.get(list.definition) ?? []).slice(0, level + 1);
    if (!begun.has(list))
      for (const [at, start] of list.starts) if (at <= level) counts[at] = at === level ? start - 1 : start;
    begun.add(list);
    // What stands in no clause is in the first one.
    for (let at = 0; at < level; at++) counts[at] ??= 1;
    counts[level] = (counts[level] ?? 0) + 1;
    counters.set(list.definition, counts);
    numbers.set(paragraph, textOf(scheme, counts));
  }
  return numbers;
}
