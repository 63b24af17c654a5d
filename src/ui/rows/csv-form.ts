/** How csv-parse reads a table. */
interface CsvForm {
  readonly bom: true;
  /** Lines with too few or too many cells are faults of their rows. */
  readonly relaxColumnCount: true;
  readonly delimiter: string;
  /** The first line that has cells. */
  readonly fromLine: 1 | 2;
}

/** A first line that names the separator, for a spreadsheet: it is no line of the table. */
const SEPARATOR = /^"?sep=([^\r\n])"?[;,\t ]*\r?(?:\n|$)/i;

const BLANK_LINES = /^(?:[^\S\n]*\n)+/;

/**
 * How a table is read (RFC 4180). A spreadsheet writes `;` where the comma stands in numbers; no field has such a
 * character in its name.
 * @param text the beginning of a table, at least its first line
 */
export function csvFormOf(text: string): CsvForm {
  const whole = text.replace(/^\ufeff/, '');
  const form = { bom: true, relaxColumnCount: true } as const;
  const [, separator] = SEPARATOR.exec(whole) ?? [];
  if (separator !== undefined) return { ...form, delimiter: separator, fromLine: 2 };
  const [header = ''] = whole.replace(BLANK_LINES, '').split('\n', 1);
  return { ...form, delimiter: [';', '\t'].find((one) => header.includes(one)) ?? ',', fromLine: 1 };
}

/** A text as a cell: quoted, so that a spreadsheet leaves it as it is. */
export function csvCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
