import { part, type ReadDocument } from './read-docx.ts';
import { wordLabels } from './word-labels.ts';
import { child, children, findAll, text, type XmlElement } from './xml.ts';

/**
 * Everything that a Word file shows, one line for each element, and the number beside its paragraph: words, formats, numbers, references, controls, pictures,
 * page, headers and footers. Of a content control, its content. Two files of the same document have equal lines, whatever they number and name inside, and
 * wherever they cut text into runs.
 */
export function comparable(document: ReadDocument): string[] {
  return new Comparable(document).lines();
}

type Node = XmlElement | string;

class Comparable {
  readonly #document: ReadDocument;
  readonly #labels: ReadonlyMap<XmlElement, string>;
  /** Name of a bookmark → the paragraph that it is in, counted from 0. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #targets: ReadonlyMap<string, string>;

  constructor(document: ReadDocument) {
    this.#document = document;
    const labels = wordLabels(document);
    const { paragraphs } = document;
    this.#labels = new Map(paragraphs.map((paragraph, index) => [paragraph, labels[index] ?? '']));
    this.#places = new Map(
      paragraphs.flatMap((paragraph, index) =>
        findAll(paragraph, 'w:bookmarkStart').map(({ attributes }) => [attributes['w:name'] ?? '', index]),
      ),
    );
    const relationships = part(document, 'word/_rels/document.xml.rels');
    this.#targets = new Map(
      children(relationships, 'Relationship').map(({ attributes }) => [
        attributes.Id ?? '',
        attributes.Target ?? '',
      ]),
    );
  }

  lines(): string[] {
    const section = child(this.#document.body, 'w:sectPr');
    const margins = [...children(section, 'w:headerReference'), ...children(section, 'w:footerReference')]
      // A header of the first page is not shown where that is a page like the others.
      .filter(
        ({ attributes }) => attributes['w:type'] === 'default' || child(section, 'w:titlePg') !== undefined,
      )
      .flatMap(({ name, attributes }) => [
        `${name} ${attributes['w:type']}`,
        ...this.#element(part(this.#document, `word/${this.#targets.get(attributes['r:id'] ?? '')}`), 1),
      ]);
    return [...this.#children(this.#document.body.children, 0), ...margins];
  }

  #children(nodes: readonly Node[], depth: number): string[] {
    return joinedRuns(nodes.flatMap(withoutControl)).flatMap((node) =>
      typeof node === 'string' ? [`${'  '.repeat(depth)}“${node}”`] : this.#element(node, depth),
    );
  }

  #element(element: XmlElement, depth: number): string[] {
    const { name } = element;
    if (/^w:(?:bookmarkStart|bookmarkEnd|headerReference|footerReference|tblGrid|numPr)$/.test(name))
      return [];
    const attributes = Object.entries(this.#attributes(element)).map(([key, value]) => ` ${key}=${value}`);
    const label = this.#labels.get(element);
    const inner = this.#children(name === 'w:instrText' ? [] : element.children, depth + 1);
    if (/^w:(?:pPr|rPr|trPr|tcPr)$/.test(name) && inner.length === 0) return [];
    return [`${'  '.repeat(depth)}${name}${attributes.join('')}${label ? ` [${label}]` : ''}`, ...inner];
  }

  /** What is numbered or named inside the file, as what it stands for. */
  #attributes({ name, attributes, children: inner }: XmlElement): Readonly<Record<string, string>> {
    switch (name) {
      case 'w:id':
      case 'wp:docPr':
      case 'pic:cNvPr':
        return {};
      case 'w:hyperlink': {
        const { 'r:id': id, 'w:anchor': anchor } = attributes;
        return { to: id === undefined ? this.#place(anchor) : (this.#targets.get(id) ?? '?') };
      }
      case 'a:blip':
        return { picture: this.#targets.get(attributes['r:embed'] ?? '') ?? '?' };
      case 'w:instrText': {
        const code = inner.join('').trim();
        return {
          code: code.replace(/^((?:PAGE)?REF) (\S+)/, (_, ref, mark) => `${ref} ${this.#place(mark)}`),
        };
      }
      default:
        return attributes;
    }
  }

  #place(bookmark = ''): string {
    const place = this.#places.get(bookmark);
    if (place === undefined) throw new Error(`no bookmark ${bookmark}`);
    return `paragraph ${place}`;
  }
}

function withoutControl(node: Node): readonly Node[] {
  return typeof node === 'object' && node.name === 'w:sdt'
    ? (child(node, 'w:sdtContent')?.children ?? [])
    : [node];
}

/** Neighbouring runs of text in the same format as one. */
function joinedRuns(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    const [one, other] = [textRun(last), textRun(node)];
    if (one === undefined || other === undefined || one.format !== other.format) joined.push(node);
    else
      joined[joined.length - 1] = {
        ...(node as XmlElement),
        children: [...one.properties, inText(one.text + other.text)],
      };
  }
  return joined;
}

function inText(words: string): XmlElement {
  return { name: 'w:t', attributes: { 'xml:space': 'preserve' }, children: [words] };
}

function textRun(node: Node | undefined) {
  if (typeof node !== 'object' || node.name !== 'w:r') return undefined;
  const words = children(node, 'w:t');
  const properties = children(node, 'w:rPr').filter((each) => each.children.length > 0);
  if (words.length !== 1 || words.length + children(node, 'w:rPr').length !== node.children.length)
    return undefined;
  return { text: words.map(text).join(''), properties, format: JSON.stringify(properties) };
}
