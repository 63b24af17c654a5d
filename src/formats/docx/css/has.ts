import { compile } from 'css-select';
import { isTraversal, type Selector, SelectorType } from 'css-what';
import type { Element } from 'domhandler';
import { nextElementSibling } from 'domutils';
import { remembered } from '../../../lib/remembered.ts';

type Test = (element: Element) => boolean;

/**
 * The conditions `:has(…)` of a style sheet, by the names that stand for them. Each is tested once for an element: the two
 * cells of a row ask the same of it, and css-select looks for `:has(+ tr)` in all later rows of a table. A tree does not
 * change while its styles are computed.
 */
export class HasConditions {
  readonly tests: Record<string, Test> = {};
  readonly #names = new Map<string, string>();

  /** @returns the selector with names in place of its conditions */
  named(parts: readonly Selector[]): Selector[] {
    return parts.map((part) => {
      if (part.type !== SelectorType.Pseudo || !Array.isArray(part.data)) return part;
      if (part.name !== 'has') return { ...part, data: part.data.map((complex) => this.named(complex)) };
      return { ...part, name: this.#nameOf(part.data), data: null };
    });
  }

  #nameOf(data: Selector[][]): string {
    return remembered(this.#names, JSON.stringify(data), () => {
      const name = `docgen-has-${this.#names.size}`;
      const known = new WeakMap<Element, boolean>();
      const test = testOf(data);
      Object.assign(this.tests, { [name]: (element: Element) => remembered(known, element, test) });
      return name;
    });
  }
}

function testOf(data: Selector[][]): Test {
  const [[first, ...rest] = [], ...others] = data;
  if (first?.type !== SelectorType.Adjacent || others.length > 0 || rest.some(isTraversal))
    return compile<Element, Element>([[{ type: SelectorType.Pseudo, name: 'has', data }]]);
  const matches = compile<Element, Element>([rest]);
  return (element) => {
    const next = nextElementSibling(element);
    return next !== null && matches(next);
  };
}
