import { deleted, inserted, mark, run, textOf } from './edit-xml.ts';
import type { Edit } from './negotiate.ts';
import type { Random } from './random.ts';

const ROW = /<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs;
const CELL = /<w:tc>((?:<w:tcPr>(?:(?!<\/w:tcPr>).)*<\/w:tcPr>)?)(?:(?!<\/w:tc>).)*<\/w:tc>/gs;
const NONE = { exact: [], rejected: [], accepted: [], values: new Map() };

/** Rows of two cells that nobody has changed. @param made the body as made */
function rowsIn(body: string, made: string) {
  return [...body.matchAll(ROW)].filter(
    ({ 0: row }) =>
      !/<w:gridSpan|<w:vMerge|<w:tbl>/.test(row) &&
      row.match(CELL)?.length === 2 &&
      made.split(row).length === 2,
  );
}

/** One row more in a table, or tracked. */
export function rowIn(body: string, made: string, random: Random, edits: Edit[]): string {
  const rows = rowsIn(body, made);
  if (rows.length === 0) return body;
  const { 0: row, index } = random.pick(rows);
  const isTracked = random.below(2) === 0;
  const texts = [
    'Delivery window of the goods',
    'From 8 am to noon on workdays, but never on the 31st day of a month.',
  ];
  let cell = 0;
  const added = row.replace(CELL, (_, properties: string) => {
    const words = run('', texts[cell++] ?? '');
    const end = isTracked ? `<w:pPr><w:rPr>${mark('ins')}/></w:rPr></w:pPr>` : '';
    return `<w:tc>${properties}<w:p>${end}${isTracked ? inserted(words) : words}</w:p></w:tc>`;
  });
  edits.push({
    ...NONE,
    what: `${isTracked ? 'tracked' : 'silent'} row in`,
    rejected: isTracked ? [] : texts,
    accepted: texts,
  });
  const end = index + row.length;
  return body.slice(0, end) + (isTracked ? trackedRow(added, 'ins') : added) + body.slice(end);
}

/** One row less in a table, or tracked. The values that only it has are gone. */
export function rowOut(body: string, made: string, random: Random, edits: Edit[]): string {
  const tags = (xml: string) =>
    Array.from(xml.matchAll(/<w:tag w:val="([^"]*)"\/>/g), ([, path = '']) => path);
  // A value that was changed in one place may have no other place then.
  const isContradicted = (path: string) => edits.some(({ values }) => typeof values.get(path) === 'symbol');
  const rows = rowsIn(body, made).filter(
    // What a definition prints stands in other words elsewhere, without a control.
    ({ 0: row }) =>
      !/<w:showingPlcHdr|checkbox|\.definition"/.test(row) &&
      textOf(row, 'ins').trim() !== '' &&
      !tags(row).some(isContradicted),
  );
  if (rows.length === 0) return body;
  const { 0: row, index } = random.pick(rows);
  const rest = body.slice(0, index) + body.slice(index + row.length);
  const left = new Set(tags(rest).flatMap((tag) => tag.split(' ')));
  const gone = tags(row)
    .flatMap((tag) => tag.split(' '))
    .filter((path) => path !== '' && !left.has(path));
  const isTracked = random.below(2) === 0;
  const texts = textOf(row, 'ins')
    .split('\n')
    .filter((line) => line.trim() !== '');
  edits.push({
    ...NONE,
    what: `${isTracked ? 'tracked' : 'silent'} row out`,
    exact: texts,
    rejected: isTracked ? texts : [],
    values: new Map(gone.map((path) => [path, undefined])),
    isInValues: !isTracked && gone.length > 0,
  });
  const runs = (xml: string) => xml.replace(/<w:r>(?:(?!<\/w:r>).)*<\/w:r>/gs, deleted);
  const now = isTracked ? trackedRow(runs(row), 'del') : '';
  return body.slice(0, index) + now + body.slice(index + row.length);
}

function trackedRow(row: string, kind: 'ins' | 'del'): string {
  return row.includes('<w:trPr>')
    ? row.replace('</w:trPr>', `${mark(kind)}/></w:trPr>`)
    : row.replace('<w:tr>', `<w:tr><w:trPr>${mark(kind)}/></w:trPr>`);
}
