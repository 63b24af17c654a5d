import type { Element } from 'domhandler';
import postcss, { type AtRule, type ChildNode, type Declaration } from 'postcss';
import { HasConditions } from './has.ts';
import {
  type AttributeRead,
  type CompiledSelector,
  compileSelectors,
  type PseudoElement,
} from './selectors.ts';
import { expandShorthand } from './shorthands.ts';

export interface StyleDeclaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
}

export interface StyleRule extends CompiledSelector {
  /** Position in the sheet. */
  readonly order: number;
  readonly declarations: readonly StyleDeclaration[];
}

/** `@page { … }` or `@page :first { … }`, with its margin boxes by name ("top-left"). */
export interface PageRule {
  readonly selector: string;
  readonly declarations: readonly StyleDeclaration[];
  readonly boxes: ReadonlyMap<string, readonly StyleDeclaration[]>;
}

/** A parsed style sheet, with its rules indexed by the key of their selectors. */
export class StyleSheet {
  readonly pages: PageRule[] = [];
  /** The attributes that decide which rules `possible` returns. */
  readonly attributes: AttributeRead[] = [];
  readonly #rules: Record<'element' | PseudoElement, Map<string, StyleRule[]>> = {
    element: new Map(),
    before: new Map(),
    after: new Map(),
  };
  readonly #conditions = new HasConditions();
  #count = 0;

  /** @param css read as browsers do: what does not parse is ignored */
  constructor(css: string) {
    for (const node of parseCss(css)) this.#add(node);
  }

  /**
   * The rules that an element of this place, or its pseudo-element, can match, in ascending precedence. Those with
   * conditions on siblings or content do not match every element of the place.
   */
  possible(element: Element, which: 'element' | PseudoElement): StyleRule[] {
    const found: StyleRule[] = [];
    const rules = this.#rules[which];
    if (rules.size === 0) return found;
    const keys = ['*', element.name];
    for (const attribute in element.attribs) keys.push(`[${attribute}]`);
    if (element.attribs.id !== undefined) keys.push(`#${element.attribs.id}`);
    if (element.attribs.class !== undefined) {
      for (const name of new Set(element.attribs.class.split(/\s+/))) keys.push(`.${name}`);
    }
    for (const key of keys) {
      for (const rule of rules.get(key) ?? []) if (rule.matchesPlace(element)) found.push(rule);
    }
    return found.sort((one, other) => one.specificity - other.specificity || one.order - other.order);
  }

  #add(node: ChildNode): void {
    if (node.type === 'rule') {
      const declarations = readDeclarations(node.nodes);
      for (const selector of compileSelectors(node.selector, this.#conditions)) {
        const order = this.#count++;
        const rule = { ...selector, order, declarations };
        this.attributes.push(...rule.attributes);
        const rules = this.#rules[rule.pseudo ?? 'element'];
        rules.set(rule.key, [...(rules.get(rule.key) ?? []), rule]);
      }
    } else if (node.type === 'atrule' && node.name.toLowerCase() === 'page') {
      this.pages.push(readPage(node));
    } else if (node.type === 'atrule' && appliesToPrint(node)) {
      for (const child of node.nodes ?? []) this.#add(child);
    }
  }
}

function parseCss(css: string): ChildNode[] {
  try {
    return postcss.parse(css).nodes;
  } catch {
    // A browser ignores an invalid rule and continues. postcss stops, so the sheet is then parsed rule by rule.
    return css.split(/(?<=\})/).flatMap((piece) => {
      try {
        return postcss.parse(piece).nodes;
      } catch {
        return [];
      }
    });
  }
}

function appliesToPrint(rule: AtRule): boolean {
  const name = rule.name.toLowerCase();
  if (name === 'layer') return true;
  return (
    name === 'media' && rule.params.split(',').some((query) => /^\s*(only\s+)?(print|all)\s*$/i.test(query))
  );
}

function readPage(rule: AtRule): PageRule {
  const boxes = new Map<string, readonly StyleDeclaration[]>();
  for (const node of rule.nodes ?? []) {
    if (node.type === 'atrule') boxes.set(node.name.toLowerCase(), readDeclarations(node.nodes ?? []));
  }
  return { selector: rule.params.trim(), declarations: readDeclarations(rule.nodes ?? []), boxes };
}

function readDeclarations(nodes: readonly ChildNode[]): StyleDeclaration[] {
  return nodes.filter((node): node is Declaration => node.type === 'decl').flatMap(readDeclaration);
}

function readDeclaration(node: Declaration): StyleDeclaration[] {
  const important = node.important ?? false;
  // A shorthand with var() is expanded when the variable is known.
  if (node.prop.startsWith('--') || node.value.includes('var(')) {
    return [{ property: node.prop, value: node.value.trim(), important }];
  }
  return expandShorthand(node.prop.toLowerCase(), node.value.trim()).map(([property, value]) => ({
    property,
    value,
    important,
  }));
}

export function parseStyleAttribute(style: string): StyleDeclaration[] {
  return readDeclarations(parseCss(style));
}
