import { type Document, type Element, isTag, isText } from 'domhandler';
import { type NumberedItem, numberItems } from '../../../src/formats/document/numbered-items.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { collapse, INLINE, isPrintedLabel, textOf, UNSEEN } from './read-html.ts';

/** Width of the column of numbers: "10.10" and a space. */
const HANG = 6;
const SENTENCE_END = /(?<=[.!?][”)]?) (?=[“(]?\p{Lu})/u;
const RULE = '____';

/**
 * A document as plain text for a diff: one sentence per line, with the numbers to the left. A blank is `[its label
 * ____]` or `[☐ one, or ☐ other]`, a table row `| one | two |`, a heading without a number `# Heading`.
 */
export function plainText(html: string): string {
  const document = parseHtml(html);
  return `${new PlainText(numberItems(document)).linesIn(document).join('\n').trim()}\n`;
}

class PlainText {
  readonly #items: ReadonlyMap<Element, NumberedItem>;

  constructor(items: ReadonlyMap<Element, NumberedItem>) {
    this.#items = items;
  }

  linesIn(parent: Document | Element): string[] {
    const lines: string[] = [];
    let text = '';
    const endBlock = () => {
      lines.push(...sentences(text));
      text = '';
    };
    for (const node of parent.children) {
      if (isText(node)) text += node.data;
      if (!isTag(node) || UNSEEN.has(node.name)) continue;
      if (INLINE.has(node.name)) text += inlineText(node);
      else {
        endBlock();
        lines.push(...this.#block(node));
      }
    }
    endBlock();
    return lines;
  }

  #block(element: Element): string[] {
    const item = this.#items.get(element);
    if (item !== undefined) {
      const lines = hung(item.label, this.linesIn(element));
      return item.counts.length === 1 ? ['', ...lines] : lines;
    }
    const { name } = element;
    if (name === 'tr' && !holdsTables(element)) return [`| ${this.#cells(element).join(' | ')} |`];
    const lines = this.linesIn(element);
    if (name === 'li') return hung('•', lines);
    if (name === 'table') return ['', ...lines];
    const isNumbered = this.#items.has(element.parent as Element);
    return /^h[1-6]$/.test(name) && !isNumbered ? ['', `${'#'.repeat(Number(name[1]))} ${lines[0]}`] : lines;
  }

  #cells(row: Element): string[] {
    return row.children.filter(isTag).map((cell) => squeeze(this.linesIn(cell).join(' ')) || RULE);
  }
}

/** Two signatures stand side by side in a row. */
function holdsTables(row: Element): boolean {
  const cells = row.children.filter(isTag);
  return cells.some((cell) => cell.children.some((child) => isTag(child) && child.name === 'table'));
}

function sentences(text: string): string[] {
  const block = squeeze(text);
  return block === '' ? [] : block.split(SENTENCE_END);
}

function inlineText(element: Element): string {
  if (isPrintedLabel(element)) return '';
  if (element.attribs.class === 'blank choice') return `[${squeeze(textOf(element))}]`;
  if (/^blank\b/.test(element.attribs.class ?? '')) return `[${squeeze(textOf(element))} ${RULE}]`;
  return element.children
    .map((child) => (isText(child) ? child.data : isTag(child) ? inlineText(child) : ''))
    .join('');
}

function hung(label: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    if (line === '') return '';
    return (index === 0 ? `${label} ` : '').padEnd(HANG) + line;
  });
}

/** No-break spaces become spaces, because a diff would not show the difference. */
function squeeze(text: string): string {
  return collapse(text.replaceAll('\u00a0', ' ')).trim();
}
