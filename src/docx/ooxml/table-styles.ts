import type { Block, Cell, Table } from '../model/model.ts';
import { escapeXml, twips } from '../text.ts';

/** A table style: the padding that most of its cells have. */
export interface TableStyle {
  readonly id: string;
  readonly name: string;
  readonly cellMargins: string;
}

/** The table styles of a document, one for each class of table. */
export class TableStyles {
  readonly #styles = new Map<string, TableStyle>();

  constructor(blocks: readonly Block[]) {
    const margins = new Map<string, Map<string, number>>();
    for (const table of allTables(blocks)) {
      const counts = margins.get(table.name) ?? new Map<string, number>();
      for (const row of table.rows) {
        for (const cell of row.cells) counts.set(cellMargins(cell), (counts.get(cellMargins(cell)) ?? 0) + 1);
      }
      margins.set(table.name, counts);
    }
    for (const [name, counts] of margins) {
      const [common = ''] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0]);
      // No class makes such a name for a paragraph style, nor such an id.
      const number = this.#styles.size + 1;
      this.#styles.set(name, { id: `Table-${number}`, name: `${name} (table)`, cellMargins: common });
    }
  }

  of(table: Table): TableStyle {
    const style = this.#styles.get(table.name);
    if (style === undefined) throw new Error('every table of the document has a style');
    return style;
  }

  toXml(): string {
    return [...this.#styles.values()]
      .map(
        ({ id, name, cellMargins: margins }) =>
          `<w:style w:type="table" w:customStyle="1" w:styleId="${id}"><w:name w:val="${escapeXml(name)}"/>` +
          `<w:basedOn w:val="TableNormal"/><w:qFormat/><w:tblPr><w:tblCellMar>${margins}</w:tblCellMar></w:tblPr></w:style>`,
      )
      .join('');
  }
}

/** The children of `w:tcMar` or `w:tblCellMar`. */
export function cellMargins({ padding }: Cell): string {
  return (['top', 'left', 'bottom', 'right'] as const)
    .map((side) => `<w:${side} w:w="${twips(padding[side])}" w:type="dxa"/>`)
    .join('');
}

function allTables(blocks: readonly Block[]): Table[] {
  return blocks.flatMap((block) =>
    block.kind === 'table'
      ? [block, ...block.rows.flatMap((row) => row.cells.flatMap((cell) => allTables(cell.blocks)))]
      : [],
  );
}
