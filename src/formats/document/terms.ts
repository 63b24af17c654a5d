import { type Document, Element, isTag, isText, Text } from 'domhandler';
import { textOf } from '../../templating/html/tree.ts';
import { isNumberingScheme } from './numbering.ts';

/**
 * Defined terms (decision 20). A text defines a term as “<strong>Term</strong>”, unless the words of POINTER follow, or by
 * the heading of a row of the Key Terms. Terms are used in the numbered lists.
 */

/** What follows a term that another clause defines. */
const POINTER = /^”\s+has the meaning given in\b/;

/** A heading whose words all begin with a capital letter: “Price”, “Effective Date”, not “Time for payment”. */
const ROW = /^\p{Lu}\S*(?: \p{Lu}\S*)*$/u;

/** Elements in which no term is linked: a link, a heading, and what a reader fills in. */
const WITHOUT_LINKS = new Set(['a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th']);

/** Far more than a contract has, and few enough to compare a word with all terms, and to find a link among its siblings. */
const MOST_TERMS = 500;
const MOST_LINKS = 5000;

/** A term of more clauses, such as “Employer”, is known to whoever reads one of them: it is linked in the first only. */
const MOST_CLAUSES = 10;

export interface Definition {
  readonly term: string;
  readonly element: Element;
  /** By a row of the Key Terms, whose heading begins with a capital letter in any case. */
  readonly isRow: boolean;
}

/** A text in an item of the outermost level of a numbered list. */
interface Passage {
  readonly text: Text;
  readonly clause: Element;
}

interface Use extends Passage {
  readonly definition: Definition;
  readonly start: number;
  readonly end: number;
}

/**
 * Makes the first use of each defined term in a clause a link to its definition; of a term of more than MOST_CLAUSES, the first of all.
 * @param given elements that cannot hold a link
 */
export function linkTerms(document: Document, given: ReadonlyMap<Element, unknown> = new Map()): void {
  const { definitions, passages } = findTerms(document, given);
  for (const [index, { element }] of definitions.entries()) element.attribs.id ??= `docgen-term-${index + 1}`;
  const uses = firstOfEach(usesIn(passages, byFirstWord(definitions.slice(0, MOST_TERMS))));
  for (const [text, some] of Map.groupBy(uses.slice(0, MOST_LINKS), (use) => use.text)) linkIn(text, some);
}

export interface Terms {
  /** In document order; of a term that is defined twice, both. */
  readonly definitions: readonly Definition[];
  readonly passages: readonly Passage[];
}

export function findTerms(document: Document, given: ReadonlyMap<Element, unknown> = new Map()): Terms {
  const definitions: Definition[] = [];
  const passages: Passage[] = [];
  const visit = (parent: Document | Element, clause: Element | undefined, isTable: boolean): void => {
    const holdsClauses = clause === undefined && isNumbered(parent);
    for (const child of parent.children) {
      if (isText(child) && clause !== undefined) passages.push({ text: child, clause });
      if (!isTag(child)) continue;
      const term = child.name === 'strong' ? quoted(parent, child) : undefined;
      const row = isTable && child.name === 'th' ? textOf(child).trim() : '';
      if (term !== undefined) definitions.push({ term, element: child, isRow: false });
      else if (ROW.test(row)) definitions.push({ term: row, element: child, isRow: true });
      else if (!WITHOUT_LINKS.has(child.name) && !hasClass(child, 'blank') && !given.has(child))
        visit(child, clause ?? (holdsClauses ? child : undefined), isTable || hasClass(child, 'terms'));
    }
  };
  visit(document, undefined, false);
  return { definitions, passages };
}

function isNumbered(parent: Document | Element): boolean {
  return isTag(parent) && parent.name === 'ol' && classesOf(parent).some(isNumberingScheme);
}

function hasClass(element: Element, name: string): boolean {
  return classesOf(element).includes(name);
}

function classesOf({ attribs }: Element): readonly string[] {
  return attribs.class?.split(/\s+/) ?? [];
}

/** The term that an element defines, if it is in quotation marks. */
function quoted(parent: Document | Element, element: Element): string | undefined {
  const index = parent.children.indexOf(element);
  const [before, after] = [parent.children[index - 1], parent.children[index + 1]];
  const isQuoted = before && isText(before) && before.data.endsWith('“') && after && isText(after);
  if (!isQuoted || !after.data.startsWith('”') || POINTER.test(after.data)) return undefined;
  return textOf(element).trim();
}

type Variant = readonly [words: string, definition: Definition];
type Terminology = ReadonlyMap<string, readonly Variant[]>;

/** Where a capitalised word may begin: to find these takes a fifth of the time of trying WORD at each letter. */
const CAPITALS = /[A-Z\u0080-\uffff]/g;
/** A capitalised word, without the ending of a possessive. */
const WORD = /(?<![\p{L}\p{M}\p{N}’'-])\p{Lu}[\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{M}\p{N}]+)*/uy;
const CONTINUES = /^[\p{L}\p{M}\p{N}]/u;
const SENTENCE_START = /(?:^|[.:;?!“(])\s*$/;

/** Each term in singular and plural. A clause’s definition counts before a row of the Key Terms, the first before others. */
function byFirstWord(definitions: readonly Definition[]): Terminology {
  const known = new Map<string, Definition>();
  for (const definition of definitions.toSorted((one, other) => Number(one.isRow) - Number(other.isRow))) {
    const { term } = definition;
    for (const words of [term, `${term}s`, term.replace(/s$/, ''), term.replace(/y$/, 'ies')])
      if (!known.has(words)) known.set(words, definition);
  }
  const longestFirst = [...known].toSorted(([one], [other]) => other.length - one.length);
  return Map.groupBy(longestFirst, ([words]) => wordAt(words, 0) ?? '');
}

function wordAt(text: string, index: number): string | undefined {
  WORD.lastIndex = index;
  return WORD.test(text) ? text.slice(index, WORD.lastIndex) : undefined;
}

function usesIn(passages: readonly Passage[], terms: Terminology): Use[] {
  const uses: Use[] = [];
  const initials = new Set(Array.from(terms.keys(), (word) => word.charAt(0)));
  for (const { text, clause } of passages) {
    const words = text.data.replaceAll('\u00a0', ' ');
    let end = 0;
    // One pattern for all texts, and no results: `matchAll` would copy the one, `exec` makes the others.
    CAPITALS.lastIndex = 0;
    while (CAPITALS.test(words)) {
      const start = CAPITALS.lastIndex - 1;
      const first = start < end || !initials.has(words.charAt(start)) ? undefined : wordAt(words, start);
      if (first === undefined) continue;
      const [term, definition] = terms.get(first)?.find(([term]) => isAt(words, start, term, terms)) ?? [];
      // In the paragraph of its definition a term is not linked.
      if (term === undefined || definition === undefined || definition.element.parent === text.parent)
        continue;
      if (definition.isRow && term === first && beginsSentence(text, words.slice(0, start))) continue;
      end = start + term.length;
      uses.push({ text, clause, definition, start, end });
    }
  }
  return uses;
}

/** Whether the term stands there, and not as a part of a longer name: “Employment” in “Employment Rights Act”. */
function isAt(words: string, start: number, term: string, terms: Terminology): boolean {
  if (!words.startsWith(term, start)) return false;
  const rest = words.slice(start + term.length, start + term.length + 100);
  const [, next] = /^ (\p{Lu}[\p{L}\p{M}]+)/u.exec(rest) ?? [];
  return !CONTINUES.test(rest) && (next === undefined || terms.has(next));
}

/** Any word that begins a sentence has a capital letter. */
function beginsSentence(text: Text, before: string): boolean {
  return SENTENCE_START.test(before) && (before.trim() !== '' || text.parent?.children[0] === text);
}

function firstOfEach(uses: readonly Use[]): Use[] {
  const seen = new Map<Element, Set<Definition>>();
  const firsts = uses.filter(({ clause, definition }) => {
    const inClause = seen.get(clause) ?? new Set();
    seen.set(clause, inClause);
    return !inClause.has(definition) && inClause.add(definition);
  });
  const ofTerms = Map.groupBy(firsts, ({ definition }) => definition);
  return firsts.filter((use) => {
    const ofTerm = ofTerms.get(use.definition) ?? [];
    return ofTerm.length <= MOST_CLAUSES || use === ofTerm[0];
  });
}

function linkIn(text: Text, uses: readonly Use[]): void {
  const { parent, data } = text;
  if (parent === null) return;
  const pieces: (Text | Element)[] = [];
  let from = 0;
  for (const { definition, start, end } of uses) {
    if (start > from) pieces.push(new Text(data.slice(from, start)));
    const words = new Text(data.slice(start, end));
    words.parent = new Element('a', { href: `#${definition.element.attribs.id ?? ''}` }, [words]);
    pieces.push(words.parent as Element);
    from = end;
  }
  if (from < data.length) pieces.push(new Text(data.slice(from)));
  for (const piece of pieces) piece.parent = parent;
  parent.children.splice(parent.children.indexOf(text), 1, ...pieces);
}
