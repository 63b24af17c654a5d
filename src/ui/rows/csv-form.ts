/**
 * How csv-parse reads a table (RFC 4180). Lines without any value are left out: a spreadsheet saves them below a table.
 * Lines with too few or too many cells are faults of their rows.
 */
export const CSV_FORM = { bom: true, relaxColumnCount: true, skipRecordsWithEmptyValues: true } as const;

/**
 * A spreadsheet writes `;` where the comma stands in numbers. No field has such a character in its name.
 * @param text the beginning of a table, at least its first line
 */
export function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  return [';', '\t'].find((one) => header.includes(one)) ?? ',';
}
