import type { Element } from 'domhandler';
import { type ComputedStyle, inheritStyle } from './computed-style.ts';
import { applyProperty } from './properties.ts';
import type { PseudoElement } from './selectors.ts';
import { parseStyleAttribute, type StyleDeclaration, StyleSheet } from './style-sheet.ts';
import { USER_AGENT_CSS } from './user-agent.ts';
import { substituteVariables } from './variables.ts';

const USER_AGENT_SHEET = new StyleSheet(USER_AGENT_CSS);

/**
 * The computed styles of one document. Elements that match the same rules under the same parent style share one
 * style object, so that it can serve as a key.
 */
export class Cascade {
  readonly #sheets: readonly StyleSheet[];
  readonly #shared = new WeakMap<ComputedStyle, Map<string, ComputedStyle>>();

  /** @param sheets in document order */
  constructor(sheets: readonly StyleSheet[]) {
    this.#sheets = [USER_AGENT_SHEET, ...sheets];
  }

  styleOf(element: Element, parent: ComputedStyle): ComputedStyle {
    return this.#compute(element, undefined, parent) ?? inheritStyle(parent);
  }

  /** The style of `::before` or `::after`; undefined when no rule makes one. */
  pseudoStyleOf(element: Element, pseudo: PseudoElement, style: ComputedStyle): ComputedStyle | undefined {
    const computed = this.#compute(element, pseudo, style);
    return computed === undefined || computed.display === 'none' ? undefined : computed;
  }

  #compute(
    element: Element,
    pseudo: PseudoElement | undefined,
    parent: ComputedStyle,
  ): ComputedStyle | undefined {
    const matched = this.#sheets.flatMap((sheet, origin) =>
      sheet.matching(element, pseudo).map((rule) => ({ rule, origin: Math.min(origin, 1), sheet: origin })),
    );
    if (pseudo !== undefined && matched.length === 0) return undefined;
    const inline = pseudo === undefined ? element.attribs.style : undefined;
    const lang = pseudo === undefined ? element.attribs.lang : undefined;
    matched.sort(
      (a, b) =>
        a.origin - b.origin ||
        a.rule.specificity - b.rule.specificity ||
        a.sheet - b.sheet ||
        a.rule.order - b.rule.order,
    );
    const key = `${matched.map(({ rule, sheet }) => `${sheet}.${rule.order}`).join()}|${lang ?? ''}|${inline ?? ''}`;
    let siblings = this.#shared.get(parent);
    if (siblings === undefined) {
      siblings = new Map();
      this.#shared.set(parent, siblings);
    }
    let style = siblings.get(key);
    if (style === undefined) {
      const declarations = matched.flatMap(({ rule }) => rule.declarations);
      if (inline !== undefined) declarations.push(...parseStyleAttribute(inline));
      style = computeStyle(declarations, parent, lang);
      siblings.set(key, style);
    }
    return style;
  }
}

/** @param declarations the weakest first */
export function computeStyle(
  declarations: readonly StyleDeclaration[],
  parent: ComputedStyle,
  lang?: string,
): ComputedStyle {
  const style = { ...inheritStyle(parent) };
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
      for (const [longhand, each] of substituted) applyProperty(style, longhand, each, parent);
    }
  };
  // The size comes first: `em` in every other value refers to it.
  apply(true);
  apply(false);
  return style;
}
