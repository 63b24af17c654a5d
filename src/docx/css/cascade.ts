import type { Element } from 'domhandler';
import { type ComputedStyle, inheritStyle } from './computed-style.ts';
import { applyProperty } from './properties.ts';
import type { PseudoElement } from './selectors.ts';
import { parseStyleAttribute, type StyleDeclaration, type StyleRule, StyleSheet } from './style-sheet.ts';
import { USER_AGENT_CSS } from './user-agent.ts';
import { substituteVariables } from './variables.ts';

const USER_AGENT_SHEET = new StyleSheet(USER_AGENT_CSS, 'browser');

/**
 * The computed styles of one document. Elements that match the same rules under the same parent style share one style
 * object, so that it can be a cache key.
 */
export class Cascade {
  readonly #sheet: StyleSheet;
  readonly #shared = new WeakMap<ComputedStyle, Map<string, ComputedStyle>>();

  /** @param sheet the style sheet of the document, which takes precedence over that of the browser */
  constructor(sheet: StyleSheet) {
    this.#sheet = sheet;
  }

  styleOf(element: Element, parent: ComputedStyle): ComputedStyle {
    const rules = this.#rules(element);
    const { style: inline, lang } = element.attribs;
    const key = `${rules.map((rule) => rule.name).join()}|${lang ?? ''}|${inline ?? ''}`;
    return this.#share(parent, key, () => {
      const declarations = rules.flatMap((rule) => rule.declarations);
      if (inline !== undefined) declarations.push(...parseStyleAttribute(inline));
      return computeStyle(declarations, parent, lang);
    });
  }

  /** The style of `::before` or `::after`; undefined when no rule generates one. */
  pseudoStyleOf(element: Element, pseudo: PseudoElement, style: ComputedStyle): ComputedStyle | undefined {
    const rules = this.#rules(element, pseudo);
    if (rules.length === 0) return undefined;
    const key = `${rules.map((rule) => rule.name).join()}|${pseudo}`;
    const computed = this.#share(style, key, () =>
      computeStyle(
        rules.flatMap((rule) => rule.declarations),
        style,
      ),
    );
    return computed.display === 'none' ? undefined : computed;
  }

  /** The same style with another text direction; returns the same object for the same style. */
  inDirection(style: ComputedStyle, direction: 'ltr' | 'rtl'): ComputedStyle {
    return this.#share(style, `direction ${direction}`, () => ({ ...style, direction }));
  }

  /** The matching rules, in ascending precedence. */
  #rules(element: Element, pseudo?: PseudoElement): StyleRule[] {
    const rules = USER_AGENT_SHEET.matching(element, pseudo);
    rules.push(...this.#sheet.matching(element, pseudo));
    return rules;
  }

  #share(parent: ComputedStyle, key: string, compute: () => ComputedStyle): ComputedStyle {
    let siblings = this.#shared.get(parent);
    if (siblings === undefined) {
      siblings = new Map();
      this.#shared.set(parent, siblings);
    }
    let style = siblings.get(key);
    if (style === undefined) {
      style = compute();
      siblings.set(key, style);
    }
    return style;
  }
}

/** @param declarations in ascending precedence */
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
  // The font size comes first, since `em` in every other value refers to it.
  apply(true);
  apply(false);
  return style;
}
