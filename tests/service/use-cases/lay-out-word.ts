import { part, type ReadDocument, runText, styleById } from '../../formats/word/read-docx.ts';
import { type WordNumber, wordNumbers } from '../../formats/word/word-labels.ts';
import { child, children, findAll, value, type XmlElement } from '../../formats/word/xml.ts';

/** Line height of Carlito, which has the metrics of Calibri, as a multiple of the font size. */
const NATURAL_LINE = 1.2207;
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * A Word file as HTML to print, with the paper, spacing, indents, sizes, widths and keep rules from its parts only. It
 * has as many pages as in Word, apart from differences of the layout engines.
 */
export function layOutWord(document: ReadDocument): string {
  return new Layout(document).page();
}

class Layout {
  readonly #document: ReadDocument;
  readonly #numbers: ReadonlyMap<XmlElement, WordNumber>;
  /** Space below the previous paragraph, in twips. Word adds it to the space above; CSS would take the larger one. */
  #below = 0;

  constructor(document: ReadDocument) {
    this.#document = document;
    const numbers = wordNumbers(document);
    this.#numbers = new Map(document.paragraphs.map((one, index) => [one, numbers[index] as WordNumber]));
  }

  page(): string {
    const section = child(this.#document.body, 'w:sectPr');
    const size = child(section, 'w:pgSz')?.attributes ?? {};
    const margin = child(section, 'w:pgMar')?.attributes ?? {};
    const margins = SIDES.map((side) => points(margin[`w:${side}`])).join(' ');
    return (
      `<!doctype html><style>@page { size: ${points(size['w:w'])} ${points(size['w:h'])}; margin: ${margins} }` +
      'body { margin: 0; font-family: Calibri } p { margin: 0; orphans: 2; widows: 2 }' +
      'table { border-collapse: collapse; table-layout: fixed } td { vertical-align: top }' +
      `</style>${this.#blocks(this.#document.body)}`
    );
  }

  #blocks(parent: XmlElement): string {
    return parent.children
      .map((each) => {
        if (typeof each === 'string') return '';
        if (each.name === 'w:p') return this.#paragraph(each);
        return each.name === 'w:tbl' ? this.#table(each) : '';
      })
      .join('');
  }

  #paragraph(paragraph: XmlElement): string {
    const number = this.#numbers.get(paragraph);
    const says = [
      child(paragraph, 'w:pPr'),
      child(number?.level, 'w:pPr'),
      ...this.#styles(paragraph, 'w:pPr'),
    ];
    const twips = (name: string, attribute: string) => Number(first(says, name, attribute) ?? 0);
    const indent = twips('w:ind', 'w:firstLine') - twips('w:ind', 'w:hanging');
    const style = {
      margin: `${points(twips('w:spacing', 'w:before') + this.#below)} ${points(twips('w:ind', 'w:right'))} 0 ${points(twips('w:ind', 'w:left'))}`,
      'text-indent': points(indent),
      'line-height': ((Number(first(says, 'w:spacing', 'w:line') ?? 240) / 240) * NATURAL_LINE).toFixed(4),
      'font-size': this.#size(this.#styles(paragraph, 'w:rPr')),
      'font-weight': isOn(this.#styles(paragraph, 'w:rPr'), 'w:b') ? 'bold' : 'normal',
      'break-after': isOn(says, 'w:keepNext') ? 'avoid' : 'auto',
      'break-inside': isOn(says, 'w:keepLines') ? 'avoid' : 'auto',
      ...borders(says.map((each) => child(each, 'w:pBdr')).find((each) => each !== undefined)),
    };
    this.#below = twips('w:spacing', 'w:after');
    const label = number?.label ?? '';
    const hung = `<span style="display: inline-block; min-width: ${points(-indent)}; text-indent: 0">${label}</span>`;
    const text = findAll(paragraph, 'w:r')
      .map((run) => this.#run(run))
      .join('');
    return `<p style="${declarations(style)}">${label === '' ? '' : hung}${text === '' ? '<br>' : text}</p>`;
  }

  #run(run: XmlElement): string {
    const says = [child(run, 'w:rPr')];
    const style = {
      ...(first(says, 'w:sz', 'w:val') === undefined ? {} : { 'font-size': this.#size(says) }),
      ...(isOn(says, 'w:b') ? { 'font-weight': 'bold' } : {}),
    };
    const text = runText(run).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return text === '' ? '' : `<span style="${declarations(style)}">${text}</span>`;
  }

  #table(table: XmlElement): string {
    const properties = child(table, 'w:tblPr');
    const width = child(properties, 'w:tblW')?.attributes ?? {};
    const style = {
      'margin-left': points(child(properties, 'w:tblInd')?.attributes['w:w']),
      'margin-top': points(this.#below),
      width: width['w:type'] === 'pct' ? `${Number(width['w:w']) / 50}%` : points(width['w:w']),
    };
    this.#below = 0;
    const cells = child(
      styleById(this.#document, value(properties, 'w:tblStyle') ?? ''),
      'w:tblPr',
      'w:tblCellMar',
    );
    const columns = findAll(child(table, 'w:tblGrid') ?? table, 'w:gridCol');
    const widths = columns
      .map(({ attributes }) => `<col style="width: ${points(attributes['w:w'])}">`)
      .join('');
    const rows = children(table, 'w:tr')
      .map((row) => this.#row(row, cells))
      .join('');
    return `<table style="${declarations(style)}">${widths}${rows}</table>`;
  }

  #row(row: XmlElement, margins: XmlElement | undefined): string {
    const height = child(row, 'w:trPr', 'w:trHeight')?.attributes['w:val'];
    const cells = children(row, 'w:tc').map((cell) => {
      const own = child(cell, 'w:tcPr', 'w:tcMar') ?? margins;
      const padding = SIDES.map((side) => points(child(own, `w:${side}`)?.attributes['w:w'])).join(' ');
      const style = { padding, height: points(height), ...borders(child(cell, 'w:tcPr', 'w:tcBorders')) };
      const blocks = this.#blocks(cell);
      const below = points(this.#below);
      this.#below = 0;
      const span = value(cell, 'w:tcPr', 'w:gridSpan') ?? '1';
      return `<td colspan="${span}" style="${declarations(style)}">${blocks}<div style="height: ${below}"></div></td>`;
    });
    const [paragraph] = findAll(row, 'w:p');
    const says = [
      child(paragraph, 'w:pPr'),
      ...(paragraph === undefined ? [] : this.#styles(paragraph, 'w:pPr')),
    ];
    const style = {
      'break-inside': child(row, 'w:trPr', 'w:cantSplit') === undefined ? 'auto' : 'avoid',
      'break-after': isOn(says, 'w:keepNext') ? 'avoid' : 'auto',
    };
    return `<tr style="${declarations(style)}">${cells.join('')}</tr>`;
  }

  /** The properties of the paragraph's style, of the style it is based on, and so on to the defaults. */
  #styles(paragraph: XmlElement, name: string): (XmlElement | undefined)[] {
    const found: (XmlElement | undefined)[] = [];
    for (let id = value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal'; id !== ''; ) {
      const style = styleById(this.#document, id);
      found.push(child(style, name));
      id = value(style, 'w:basedOn') ?? '';
    }
    const defaults = child(part(this.#document, 'word/styles.xml'), 'w:docDefaults');
    return [...found, child(defaults, `${name}Default`, name)];
  }

  /** `w:sz` is in half points. */
  #size(says: readonly (XmlElement | undefined)[]): string {
    return points(10 * Number(first(says, 'w:sz', 'w:val')));
  }
}

function first(
  says: readonly (XmlElement | undefined)[],
  name: string,
  attribute: string,
): string | undefined {
  return says.map((each) => child(each, name)?.attributes[attribute]).find((each) => each !== undefined);
}

function isOn(says: readonly (XmlElement | undefined)[], name: string): boolean {
  const said = says.map((each) => child(each, name)).find((each) => each !== undefined);
  return said !== undefined && said.attributes['w:val'] !== '0';
}

/** Border widths are in eighths of a point, distances in points. */
function borders(lines: XmlElement | undefined): Record<string, string> {
  return Object.fromEntries(
    SIDES.flatMap((side) => {
      const {
        'w:val': kind = 'nil',
        'w:sz': size = '0',
        'w:space': space = '0',
      } = child(lines, `w:${side}`)?.attributes ?? {};
      if (kind === 'nil') return [];
      const line = [`border-${side}`, `${Number(size) / 8}pt solid`];
      return lines?.name === 'w:pBdr' ? [line, [`padding-${side}`, `${space}pt`]] : [line];
    }),
  );
}

/** Twips are twentieths of a point. */
function points(twips: string | number | undefined): string {
  return `${Number(twips ?? 0) / 20}pt`;
}

function declarations(style: Readonly<Record<string, string>>): string {
  return Object.entries(style)
    .map(([name, said]) => `${name}: ${said}`)
    .join('; ');
}
