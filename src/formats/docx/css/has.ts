import { compile } from 'css-select';
import { isTraversal, type Selector, SelectorType } from 'css-what';
import { type ChildNode, Element } from 'domhandler';
import { nextElementSibling } from 'domutils';
import { remembered } from '../../../lib/remembered.ts';

type Test = (element: Element) => boolean;

/**
 * The conditions `:has(…)` of a style sheet, by the names that stand for them. Each is tested once for an element: the two
 * cells of a row ask the same of it. A tree does not change while its styles are computed.
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
      const tests = data.map(testFrom);
      const test = (element: Element) => tests.some((each) => each(element));
      Object.assign(this.tests, { [name]: (element: Element) => remembered(known, element, test) });
      return name;
    });
  }
}

/**
 * A test of what an element has, from the element on. css-select tests everything in the element, and its ancestors,
 * from the other end: a row with the condition `> td > p:first-child > .blank` takes five times as long.
 */
function testFrom(parts: readonly Selector[]): Test {
  const [first] = parts;
  const combinator = first !== undefined && isTraversal(first) ? first.type : SelectorType.Descendant;
  const compound = first !== undefined && isTraversal(first) ? parts.slice(1) : parts;
  const end = compound.findIndex(isTraversal);
  const matches = compile<Element, Element>([end < 0 ? [...compound] : compound.slice(0, end)]);
  const onward = end < 0 ? undefined : testFrom(compound.slice(end));
  return candidates(
    combinator,
    onward === undefined ? matches : (element) => matches(element) && onward(element),
  );
}

/** A test whether one of the elements in this relation to an element passes a test. */
function candidates(combinator: Selector['type'], test: Test): Test {
  const isIn = (nodes: readonly ChildNode[], passes: Test) =>
    nodes.some((node) => node instanceof Element && passes(node));
  const within: Test = ({ children }) => isIn(children, (child) => test(child) || within(child));
  switch (combinator) {
    case SelectorType.Descendant:
      return within;
    case SelectorType.Child:
      return ({ children }) => isIn(children, test);
    case SelectorType.Adjacent:
      return (element) => {
        const next = nextElementSibling(element);
        return next !== null && test(next);
      };
    case SelectorType.Sibling:
      return (element) => {
        let next = nextElementSibling(element);
        while (next !== null && !test(next)) next = nextElementSibling(next);
        return next !== null;
      };
    default:
      throw new Error(`there is no ${combinator} in :has()`);
  }
}
