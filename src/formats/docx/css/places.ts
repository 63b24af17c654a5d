import type { Element } from 'domhandler';
import { remembered } from '../../../lib/remembered.ts';
import type { ComputedStyle } from './computed-style.ts';
import type { AttributeRead, PseudoElement } from './selectors.ts';
import type { StyleRule, StyleSheet } from './style-sheet.ts';

/** The rules that an element matches, in ascending precedence, and the style that they give under each parent style. */
export interface Match {
  readonly rules: readonly StyleRule[];
  readonly styles: WeakMap<ComputedStyle, ComputedStyle>;
}

/** The rules for the elements of one place, or for a pseudo-element of theirs. */
class PlaceRules {
  /** In ascending precedence. */
  readonly #possible: readonly StyleRule[];
  /** Those that have to be matched with each element. */
  readonly #conditional: readonly StyleRule[];
  /** One for each combination of the conditional rules; `key` has a digit for each: "101". */
  readonly #matches: (Match & { readonly key: string })[] = [];

  constructor(possible: readonly StyleRule[]) {
    this.#possible = possible;
    this.#conditional = possible.filter((rule) => rule.matches !== rule.matchesPlace);
  }

  match(element: Element): Match {
    let key = '';
    for (const rule of this.#conditional) key += rule.matches(element) ? '1' : '0';
    for (const match of this.#matches) if (match.key === key) return match;
    const failed = new Set(this.#conditional.filter((_, index) => key[index] === '0'));
    const rules = this.#possible.filter((rule) => !failed.has(rule));
    const match = { key, rules, styles: new WeakMap<ComputedStyle, ComputedStyle>() };
    this.#matches.push(match);
    return match;
  }
}

/** Most elements have no pseudo-element. */
const NO_RULES = new PlaceRules([]);

/**
 * A place in a document: the name of an element, its attributes as far as they decide on its style, and the place of its
 * parent. Documents have few places, and many elements in each.
 */
export class Place {
  readonly #rules: Readonly<Record<'element' | PseudoElement, PlaceRules>>;
  #inner: Map<string, Place> | undefined;

  /** @param element one of the elements of the place */
  constructor(element: Element, sheets: readonly StyleSheet[]) {
    const rules = (which: 'element' | PseudoElement) =>
      sheets.flatMap((sheet) => sheet.possible(element, which));
    const ofPseudo = (which: PseudoElement) => {
      const possible = rules(which);
      return possible.length === 0 ? NO_RULES : new PlaceRules(possible);
    };
    this.#rules = {
      element: new PlaceRules(rules('element')),
      before: ofPseudo('before'),
      after: ofPseudo('after'),
    };
  }

  /** Whether a rule is for a pseudo-element of its elements. */
  get hasPseudo(): boolean {
    return this.#rules.before !== NO_RULES || this.#rules.after !== NO_RULES;
  }

  /** The rules that match an element of this place, or its pseudo-element. */
  match(element: Element, which: 'element' | PseudoElement = 'element'): Match {
    return this.#rules[which].match(element);
  }

  /** The places of child elements. */
  get inner(): Map<string, Place> {
    this.#inner ??= new Map();
    return this.#inner;
  }
}

/** The places of the documents that have the same style sheets. */
export class Places {
  readonly #sheets: readonly StyleSheet[];
  /** The attributes that decide on a style → whether their value matters. */
  readonly #attributes = new Map<string, boolean>();
  readonly #root = new Map<string, Place>();
  #size = 0;

  /** @param sheets in ascending precedence */
  constructor(sheets: readonly StyleSheet[]) {
    this.#sheets = sheets;
    // These two give declarations by themselves.
    const reads: AttributeRead[] = [
      { name: 'style', value: true },
      { name: 'lang', value: true },
    ];
    for (const { name, value } of [...reads, ...sheets.flatMap((sheet) => sheet.attributes)])
      this.#attributes.set(name, value || (this.#attributes.get(name) ?? false));
  }

  get size(): number {
    return this.#size;
  }

  /** @param around the place of the parent element */
  placeOf(element: Element, around: Place | undefined): Place {
    const places = around?.inner ?? this.#root;
    return remembered(places, this.#keyOf(element), () => {
      this.#size += 1;
      return new Place(element, this.#sheets);
    });
  }

  /** The parser lets no U+0000 into a tree. */
  #keyOf({ name, attribs }: Element): string {
    let key = name;
    for (const [attribute, text] of Object.entries(attribs)) {
      const value = this.#attributes.get(attribute);
      if (value !== undefined) key += value ? `\0${attribute}\0${text}` : `\0${attribute}`;
    }
    return key;
  }
}
