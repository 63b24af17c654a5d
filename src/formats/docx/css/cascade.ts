import { Element } from 'domhandler';
import { remembered } from '../../../lib/remembered.ts';
import { type ComputedStyle, INITIAL_OWN } from './computed-style.ts';
import { type Place, Places } from './places.ts';
import { PROPERTIES } from './properties.ts';
import type { PseudoElement } from './selectors.ts';
import { expandShorthand, type Longhand } from './shorthands.ts';
import { parseStyleAttribute, type StyleDeclaration, StyleSheet } from './style-sheet.ts';
import { USER_AGENT_CSS } from './user-agent.ts';

const USER_AGENT_SHEET = new StyleSheet(USER_AGENT_CSS);

/** The places of the documents of each style sheet, kept from document to document with their styles. */
const known = new WeakMap<StyleSheet, Places>();
/** The agreements have 100 to 120 places, and the style set has 70. A text may have new ones in each document. */
const MAX_PLACES = 400;

/**
 * The computed styles of one document. Elements that match the same rules under the same parent style share one style
 * object, so that it can be a cache key.
 */
export class Cascade {
  readonly #sheet: StyleSheet;
  readonly #places: Places;
  readonly #placeOf = new Map<Element, Place>();
  readonly #directions = new WeakMap<ComputedStyle, ComputedStyle>();

  /** @param sheet the style sheet of the document, which takes precedence over that of the browser */
  constructor(sheet: StyleSheet) {
    this.#sheet = sheet;
    this.#places = remembered(known, sheet, () => new Places([USER_AGENT_SHEET, sheet]));
  }

  styleOf(element: Element, parent: ComputedStyle): ComputedStyle {
    const { rules, styles } = this.#place(element).match(element);
    return remembered(styles, parent, () => {
      const { style: inline, lang } = element.attribs;
      const declarations = rules.flatMap((rule) => rule.declarations);
      if (inline !== undefined) declarations.push(...parseStyleAttribute(inline));
      return computeStyle(declarations, parent, lang);
    });
  }

  /** The style of `::before` or `::after`; undefined when no rule generates one. */
  pseudoStyleOf(element: Element, pseudo: PseudoElement, parent: ComputedStyle): ComputedStyle | undefined {
    const place = this.#place(element);
    if (!place.hasPseudo) return undefined;
    const { rules, styles } = place.match(element, pseudo);
    if (rules.length === 0) return undefined;
    const declarations = () => rules.flatMap((rule) => rule.declarations);
    const style = remembered(styles, parent, () => computeStyle(declarations(), parent));
    return style.display === 'none' ? undefined : style;
  }

  /** The same style with the other text direction; returns the same object for the same style. */
  inDirection(style: ComputedStyle, direction: 'ltr' | 'rtl'): ComputedStyle {
    if (style.direction === direction) return style;
    return remembered(this.#directions, style, () => ({ ...style, direction }));
  }

  #place(element: Element): Place {
    let place = this.#placeOf.get(element);
    if (place === undefined) {
      const { parent } = element;
      place = this.#places.placeOf(element, parent instanceof Element ? this.#place(parent) : undefined);
      this.#placeOf.set(element, place);
      if (this.#places.size > MAX_PLACES) known.delete(this.#sheet);
    }
    return place;
  }
}

/** @param declarations in ascending precedence */
export function computeStyle(
  declarations: readonly StyleDeclaration[],
  parent: ComputedStyle,
  lang?: string,
): ComputedStyle {
  const style = { ...parent, ...INITIAL_OWN };
  if (lang !== undefined) style.lang = lang;
  const ordered = [
    ...declarations.filter((each) => !each.important),
    ...declarations.filter((each) => each.important),
  ];
  const own = ordered.filter(({ property }) => property.startsWith('--'));
  if (own.length > 0) {
    style.variables = {
      ...parent.variables,
      ...Object.fromEntries(own.map((each) => [each.property, each.value])),
    };
  }
  const apply = (sizes: boolean) => {
    for (const { property, value } of ordered) {
      if ((property === 'font-size') !== sizes) continue;
      const substituted = substituteVariables(property, value, style.variables);
      for (const [longhand, each] of substituted) PROPERTIES.get(longhand)?.(style, each, parent);
    }
  };
  // The font size comes first, since `em` in every other value refers to it.
  apply(true);
  apply(false);
  return style;
}

/** Limit of substitutions, so that a custom property that refers to itself comes to an end. */
const MAX_SUBSTITUTIONS = 20;

/** Replaces `var(--name, fallback)`. A shorthand that contained one is expanded afterwards. */
function substituteVariables(
  property: string,
  value: string,
  variables: Readonly<Record<string, string>>,
): readonly Longhand[] {
  if (!value.includes('var(')) return [[property, value]];
  let text = value;
  for (let round = 0; round < MAX_SUBSTITUTIONS && text.includes('var('); round += 1) {
    text = text.replace(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/,
      (_, name: string, fallback = '') =>
        (Object.hasOwn(variables, name) ? variables[name] : fallback).trim(),
    );
  }
  return text.length > 10_000 ? [] : expandShorthand(property, text);
}
