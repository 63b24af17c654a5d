import { compile } from 'css-select';
import {
  AttributeAction,
  type AttributeSelector,
  isTraversal,
  parse,
  type Selector,
  SelectorType,
  type UniversalSelector,
} from 'css-what';
import type { Element } from 'domhandler';
import type { HasConditions } from './has.ts';

export type PseudoElement = 'before' | 'after';

export interface CompiledSelector {
  /** For an element that `matchesPlace`. */
  readonly matches: (element: Element) => boolean;
  /**
   * Without conditions on siblings and content. It depends on the names and attributes of the element and its
   * ancestors only, and is the same function as `matches` if there is no such condition.
   */
  readonly matchesPlace: (element: Element) => boolean;
  /** The attributes that `matchesPlace` reads. */
  readonly attributes: readonly AttributeRead[];
  readonly specificity: number;
  readonly pseudo: PseudoElement | undefined;
  /** What an element must have at least: "#id", ".class", "[attribute]", "tag" or "*". */
  readonly key: string;
}

export interface AttributeRead {
  readonly name: string;
  /** Whether the value matters, or only whether there is one. */
  readonly value: boolean;
}

/**
 * Compiles a rule's selectors. Selectors that can match nothing on paper (`:hover`, `::marker`) or that css-select does
 * not support are left out, as a browser does with invalid ones.
 */
export function compileSelectors(selector: string, conditions: HasConditions): CompiledSelector[] {
  try {
    return parse(selector).flatMap((complex) => compileComplex(complex.map(inLowerCase), conditions));
  } catch {
    return [];
  }
}

/** Names of elements and attributes have no case in HTML. */
function inLowerCase(part: Selector): Selector {
  if (part.type === SelectorType.Tag || part.type === SelectorType.Attribute)
    return { ...part, name: part.name.toLowerCase() };
  if (part.type === SelectorType.Pseudo && Array.isArray(part.data))
    return { ...part, data: part.data.map((complex) => complex.map(inLowerCase)) };
  return part;
}

function compileComplex(complex: readonly Selector[], conditions: HasConditions): CompiledSelector[] {
  const pseudo = complex.find((part) => part.type === SelectorType.PseudoElement);
  if (pseudo !== undefined && pseudo.name !== 'before' && pseudo.name !== 'after') return [];
  const parts = complex.filter((part) => part.type !== SelectorType.PseudoElement);
  const ofPlace = withoutSurroundings(parts);
  const matchesPlace = compile<Element, Element>([ofPlace]);
  return [
    {
      matches: parts.every(isOfPlace) ? matchesPlace : matcherOf(withoutPlace(parts), conditions),
      matchesPlace,
      attributes: ofPlace.flatMap(attributesOf),
      specificity: specificity(complex),
      pseudo: pseudo === undefined ? undefined : pseudo.name === 'before' ? 'before' : 'after',
      key: keyOf(parts),
    },
  ];
}

/** The conditions `:has(…)`, which cost most, are tested where all others are true. */
function matcherOf(parts: readonly Part[], conditions: HasConditions): CompiledSelector['matches'] {
  const matches = compile<Element, Element>([conditions.named(parts)], { pseudos: conditions.tests });
  if (!parts.some(hasCondition)) return matches;
  const others = compile<Element, Element>([parts.map((part) => (hasCondition(part) ? ANY : part))]);
  return (element) => others(element) && matches(element);
}

function hasCondition(part: Selector): boolean {
  if (part.type !== SelectorType.Pseudo || !Array.isArray(part.data)) return false;
  return part.name === 'has' || part.data.flat().some(hasCondition);
}

const ANY: UniversalSelector = { type: SelectorType.Universal, namespace: null };
const SIBLINGS = new Set<SelectorType>([
  SelectorType.Adjacent,
  SelectorType.Sibling,
  SelectorType.ColumnCombinator,
]);
/** Pseudo-classes that only combine other selectors. */
const COMBINING = new Set(['is', 'not', 'where', 'matches']);

type Part = Exclude<Selector, { readonly type: SelectorType.PseudoElement }>;

/** A weaker selector without the conditions on siblings and content. */
function withoutSurroundings(parts: readonly Part[]): Part[] {
  const afterSiblings = parts.slice(parts.findLastIndex(({ type }) => SIBLINGS.has(type)) + 1);
  return afterSiblings.map((part) => (isOfPlace(part) ? part : ANY));
}

/**
 * What is left to test where `matchesPlace` is true: of `.clauses td:first-child`, only whether it is the first. In which element a
 * condition has to hold is known by its place unless a space stands after it.
 */
function withoutPlace(parts: readonly Part[]): Part[] {
  const first = parts.findIndex((part) => !isOfPlace(part));
  if (parts.slice(first).some(({ type }) => type === SelectorType.Descendant)) return [...parts];
  const afterSiblings = parts.findLastIndex(({ type }) => SIBLINGS.has(type)) + 1;
  const start =
    afterSiblings > 0 ? 0 : parts.findLastIndex((part, index) => index < first && isTraversal(part)) + 1;
  return parts
    .slice(start)
    .map((part, index) =>
      start + index >= afterSiblings && isOfPlace(part) && !isTraversal(part) ? ANY : part,
    );
}

function isOfPlace(part: Selector): boolean {
  if (part.type !== SelectorType.Pseudo) return !SIBLINGS.has(part.type);
  return COMBINING.has(part.name) && Array.isArray(part.data) && part.data.flat().every(isOfPlace);
}

function attributesOf(part: Selector): AttributeRead[] {
  if (part.type === SelectorType.Attribute)
    return [{ name: part.name, value: part.action !== AttributeAction.Exists }];
  return part.type === SelectorType.Pseudo && Array.isArray(part.data)
    ? part.data.flat().flatMap(attributesOf)
    : [];
}

const ID = 1_000_000;
const CLASS = 1_000;

function specificity(complex: readonly Selector[]): number {
  let total = 0;
  for (const part of complex) {
    if (part.type === SelectorType.Attribute) total += part.name === 'id' ? ID : CLASS;
    else if (part.type === SelectorType.Tag || part.type === SelectorType.PseudoElement) total += 1;
    else if (part.type === SelectorType.Pseudo) total += pseudoSpecificity(part.name, part.data);
  }
  return total;
}

function pseudoSpecificity(name: string, data: string | Selector[][] | null): number {
  if (name === 'where') return 0;
  if ((name === 'has' || COMBINING.has(name)) && Array.isArray(data)) {
    return Math.max(0, ...data.map((each) => specificity(each)));
  }
  return CLASS;
}

/** The most specific requirement of the selector's last compound. */
function keyOf(parts: readonly Selector[]): string {
  let key = '*';
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index];
    if (part === undefined || isTraversal(part)) break;
    if (
      part.type === SelectorType.Attribute &&
      part.name === 'id' &&
      part.action === AttributeAction.Equals
    ) {
      return `#${part.value}`;
    }
    if (
      part.type === SelectorType.Attribute &&
      part.name === 'class' &&
      part.action === AttributeAction.Element
    ) {
      key = `.${part.value}`;
    } else if (part.type === SelectorType.Attribute && isPresent(part) && !key.startsWith('.')) {
      key = `[${part.name}]`;
    } else if (part.type === SelectorType.Tag && key === '*') {
      key = part.name;
    }
  }
  return key;
}

/** Whether the selector requires the attribute: `[a!=b]` does not. */
function isPresent({ action }: AttributeSelector): boolean {
  return action !== AttributeAction.Not;
}
