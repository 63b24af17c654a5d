import { type ReadDocument, runText } from './read-docx.ts';
import { wordLabels } from './word-labels.ts';
import { child, findAll, value, type XmlElement } from './xml.ts';

/** The words of a file, also the prompts of its controls, with the style and number of each paragraph, a line each, and its tables, rows and cells. */
export function outline(document: ReadDocument): string[] {
  const labels = wordLabels(document);
  const numbers = new Map(document.paragraphs.map((paragraph, index) => [paragraph, labels[index] ?? '']));
  const lines: string[] = [];
  const visit = (nodes: XmlElement['children'], depth: number): void => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const { name } = node;
      if (name === 'w:sdt') visit(child(node, 'w:sdtContent')?.children ?? [], depth);
      if (name === 'w:p') {
        const style = value(node, 'w:pPr', 'w:pStyle') ?? 'Normal';
        lines.push(
          `${'  '.repeat(depth)}${style} [${numbers.get(node)}] ${findAll(node, 'w:r').map(runText).join('')}`,
        );
      }
      if (!/^w:(?:tbl|tr|tc)$/.test(name)) continue;
      lines.push(`${'  '.repeat(depth)}${name}`);
      visit(node.children, depth + 1);
    }
  };
  visit(document.body.children, 0);
  return lines;
}
