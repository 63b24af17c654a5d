import { factsOf, type LookFacts } from './looks.ts';
import type { LooksInForce } from './looks-in-force.ts';
import { Columns } from './room.ts';
import { trackedBy } from './tracked-marks.ts';
import type { Changes, ReturnedBlock, ReturnedRow, ReturnedTable } from './word-model.ts';
import { childAt, type XmlElement } from './xml.ts';

/** Reads what stands in an element; `blocks` are its own. */
interface Inside {
  readonly visit: (element: XmlElement, changes: Changes) => void;
  readonly blocks: (element: XmlElement, changes: Changes) => readonly ReturnedBlock[];
}

/** Reads tables, which may stand in the cells of others. */
export class TableReader {
  readonly #looks: LooksInForce;
  readonly #inside: Inside;
  readonly #notRead: Set<string>;
  #rows: ReturnedRow[] | undefined;
  #cells: (readonly ReturnedBlock[])[] = [];
  #columns = new Columns();

  constructor(looks: LooksInForce, notRead: Set<string>, inside: Inside) {
    this.#looks = looks;
    this.#notRead = notRead;
    this.#inside = inside;
  }

  table(element: XmlElement, context: Changes): ReturnedTable {
    const [outer, columns] = [this.#rows, this.#columns];
    const rows: ReturnedRow[] = [];
    const properties = childAt(element, 'w:tblPr');
    const own = { ...this.#looks.named(properties, 'table'), ...factsOf(properties) };
    if (own.hidesInPart) this.#notRead.add('what a style of tables hides in some of their cells');
    if (childAt(properties, 'w:tblpPr') !== undefined)
      this.#notRead.add('where tables stand that are set apart');
    [this.#rows, this.#columns] = [rows, new Columns(element, own.side)];
    this.#looks.with(own, () => this.#inside.visit(element, context));
    [this.#rows, this.#columns] = [outer, columns];
    return { kind: 'table', rows };
  }

  /** @returns a table of a row that stands in none, as only a broken file has it */
  row(element: XmlElement, context: Changes): ReturnedTable | undefined {
    const properties = childAt(element, 'w:trPr');
    const changes = { ...context, ...trackedBy(properties, 'w:ins', 'w:del') };
    if (childAt(properties, 'w:trHeight')?.attributes['w:hRule'] === 'exact')
      this.#notRead.add('what rows of a fixed height cut off');
    const outer = this.#cells;
    const cells: (readonly ReturnedBlock[])[] = [];
    const own: LookFacts = {
      ...factsOf(childAt(element, 'w:tblPrEx')),
      ...factsOf(properties),
      ...(childAt(properties, 'w:hidden') && { isOutOfSight: true }),
    };
    this.#columns.begin(element, own.side);
    this.#cells = cells;
    this.#looks.with(own, () => this.#inside.visit(element, changes));
    this.#cells = outer;
    const row = { changes, cells };
    if (this.#rows === undefined) return { kind: 'table', rows: [row] };
    this.#rows.push(row);
    return undefined;
  }

  cell(element: XmlElement, context: Changes): void {
    const properties = childAt(element, 'w:tcPr');
    const changes = { ...context, ...trackedBy(properties, 'w:cellIns', 'w:cellDel') };
    if (childAt(properties, 'w:cellMerge') !== undefined)
      this.#notRead.add('cells that a tracked change merges or splits');
    const own = {
      ...factsOf(properties),
      ...(isCovered(properties) && { isOutOfSight: true }),
      ...this.#columns.next(properties),
    };
    const rows = this.#rows;
    this.#rows = undefined;
    this.#cells.push(this.#looks.with(own, () => this.#inside.blocks(element, changes)));
    this.#rows = rows;
  }
}

/** Whether the cell above is printed in the place of a cell. */
function isCovered(properties: XmlElement | undefined): boolean {
  const merge = childAt(properties, 'w:vMerge') ?? childAt(properties, 'w:hMerge');
  return merge !== undefined && merge.attributes['w:val'] !== 'restart';
}
