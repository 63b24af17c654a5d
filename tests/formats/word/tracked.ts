import { child, children, type XmlElement } from './xml.ts';

/** What happens to the tracked changes of a file. */
export type Decision = 'accept' | 'reject';

type Node = XmlElement | string;

/** A part of a Word file as it is after all of its tracked changes are accepted or rejected (ISO 29500-1, 17.13.5). */
export function resolved(root: XmlElement, decision: Decision): XmlElement {
  return new Resolver(decision).element(root);
}

const CHANGES = /^w:(?:pPr|rPr|sectPr|tblPr|tcPr|trPr|tblGrid)Change$/;
const CONTAINERS = new Set(['w:body', 'w:tc', 'w:hdr', 'w:ftr']);
const LIVE: Readonly<Record<string, string>> = { 'w:delText': 'w:t', 'w:delInstrText': 'w:instrText' };

class Resolver {
  readonly #decision: Decision;
  /** The element of runs, marks and rows that go. */
  readonly #gone: string;
  readonly #stays: string;

  constructor(decision: Decision) {
    this.#decision = decision;
    [this.#gone, this.#stays] = decision === 'accept' ? ['w:del', 'w:ins'] : ['w:ins', 'w:del'];
  }

  element(one: XmlElement): XmlElement {
    const name = LIVE[one.name] ?? one.name;
    const inner = CONTAINERS.has(one.name) ? this.#blocks(one) : this.#inline(this.#changed(one));
    return { ...one, name, children: inner };
  }

  /** The properties as they were or are. What a section refers to, and the format of a mark, is no part of the change. */
  #changed(one: XmlElement): readonly Node[] {
    const change = one.children.find((each) => typeof each !== 'string' && CHANGES.test(each.name));
    if (typeof change !== 'object') return one.children;
    if (this.#decision === 'accept') return one.children.filter((each) => each !== change);
    const before = change.children[0];
    if (typeof before !== 'object') throw new Error(`${change.name} says nothing`);
    const kept = one.children.filter(
      (each) => typeof each !== 'string' && /^w:(?:headerReference|footerReference)$/.test(each.name),
    );
    const mark = one.children.filter(
      (each) => typeof each !== 'string' && one.name === 'w:pPr' && each.name === 'w:rPr',
    );
    return [...kept, ...before.children, ...mark];
  }

  #inline(nodes: readonly Node[]): Node[] {
    return nodes.flatMap((each): Node[] => {
      if (typeof each === 'string') return [each];
      // With all that is in it.
      if (each.name === this.#gone) return [];
      if (each.name === this.#stays) return this.#inline(each.children);
      const made = this.element(each);
      return made.name === 'w:hyperlink' && made.children.length === 0 ? [] : [made];
    });
  }

  #blocks(container: XmlElement): Node[] {
    const result: Node[] = [];
    /** Content of paragraphs whose mark is gone; it begins the next paragraph. */
    let before: Node[] = [];
    for (const block of container.children) {
      if (typeof block === 'string') continue;
      if (block.name === 'w:p') {
        const made = this.element(block);
        const properties = children(made, 'w:pPr');
        const content = made.children.slice(properties.length);
        if (child(block, 'w:pPr', 'w:rPr', this.#gone) !== undefined) {
          before.push(...content);
          continue;
        }
        result.push({ ...made, children: [...properties, ...before, ...content] });
        before = [];
        continue;
      }
      if (before.some((each) => typeof each !== 'string' && !each.name.startsWith('w:bookmark')))
        throw new Error(`text without a paragraph before ${block.name}`);
      if (block.name === 'w:tbl') {
        const made = this.#table(block);
        if (made.children.some((each) => typeof each !== 'string' && each.name === 'w:tr')) result.push(made);
      } else result.push(this.element(block));
    }
    if (before.length > 0) throw new Error('text without a paragraph at the end');
    return result;
  }

  #table(table: XmlElement): XmlElement {
    const isGone = (each: Node) =>
      typeof each !== 'string' && each.name === 'w:tr' && child(each, 'w:trPr', this.#gone) !== undefined;
    const rows = table.children.filter((each) => !isGone(each));
    return this.element({ ...table, children: rows });
  }
}
