/** The name of an element, such as a table's header cell: `(node00000985)`. */
const BEGINNING = Buffer.from('(node');
const NUMBER = /^\d{8}\)$/;
const DIGITS = 8;

/**
 * Renumbers the names of elements from 1, in place. Chromium counts on over all documents that a page prints, and the
 * same document would otherwise have other bytes. The order of the names stays, because a PDF lists them sorted.
 */
export function renumberNodes(pdf: Buffer): void {
  const places: number[] = [];
  for (let found = pdf.indexOf(BEGINNING); found >= 0; found = pdf.indexOf(BEGINNING, found + 1)) {
    const place = found + BEGINNING.length;
    if (NUMBER.test(pdf.toString('latin1', place, place + DIGITS + 1))) places.push(place);
  }
  const nameAt = (place: number) => pdf.toString('latin1', place, place + DIGITS);
  const sorted = [...new Set(places.map(nameAt))].sort();
  const numbers = new Map(sorted.map((name, index) => [name, String(index + 1).padStart(DIGITS, '0')]));
  for (const place of places) pdf.write(numbers.get(nameAt(place)) ?? '', place, 'latin1');
}
