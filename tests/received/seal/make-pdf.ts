import { deflateSync } from 'node:zlib';

/** Number of an object → its text, as Latin-1. */
type Objects = Readonly<Record<number, string>>;

/** The least objects of a PDF with one page. */
export const ONE_PAGE: Objects = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>>',
};

/** With a table of cross-references. @param trailer further entries */
export function withTable(objects: Objects, trailer = ''): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const positions = new Map<number, number>();
  for (const [id, object] of Object.entries(objects)) {
    positions.set(Number(id), text.length);
    text += `${id} 0 obj\n${object}\nendobj\n`;
  }
  const size = positions.keys().reduce((most, id) => Math.max(most, id), 0) + 1;
  const lines = Array.from({ length: size }, (_, id) => {
    const at = positions.get(id);
    return at === undefined ? '0000000000 65535 f \n' : `${`${at}`.padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${size}\n${lines.join('')}trailer\n<</Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** With all objects in an object stream, and a stream of cross-references with PNG predictors, as other programs write. */
export function withStreams(objects: Objects, trailer = ''): Buffer {
  const ids = Object.keys(objects).map(Number);
  const texts = Object.values(objects);
  const starts = texts.map((_, index) => texts.slice(0, index).join('\n').length + (index === 0 ? 0 : 1));
  const head = ids.map((id, index) => `${id} ${starts[index]}`).join(' ');
  const packed = deflateSync(Buffer.from(`${head}\n${texts.join('\n')}`, 'latin1'));
  const stream = Math.max(...ids) + 1;
  const beginning = Buffer.from('%PDF-1.5\n');
  const packing = Buffer.concat([
    Buffer.from(
      `${stream} 0 obj\n<</Type /ObjStm /N ${ids.length} /First ${head.length + 1} /Filter /FlateDecode /Length ${packed.length}>>\nstream\r\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const table = beginning.length + packing.length;
  const lines = Array.from({ length: stream + 2 }, (_, id) => {
    if (id === stream) return Buffer.of(1, 0, beginning.length, 0);
    if (id === stream + 1) return Buffer.of(1, table >> 8, table & 255, 0);
    const index = ids.indexOf(id);
    return index < 0 ? Buffer.of(0, 0, 0, 255) : Buffer.of(2, 0, stream, index);
  });
  // Each line as its difference from the one above (predictor 12).
  const differences = lines.map((line, row) =>
    Buffer.from([2, ...line.map((byte, column) => byte - (lines[row - 1]?.[column] ?? 0))]),
  );
  const data = deflateSync(Buffer.concat(differences));
  const dict =
    `<</Type /XRef /Size ${stream + 2} /W [1 2 1] /Root 1 0 R ${trailer} /Filter /FlateDecode ` +
    `/DecodeParms <</Predictor 12 /Columns 4>> /Length ${data.length}>>`;
  return Buffer.concat([
    beginning,
    packing,
    Buffer.from(`${stream + 1} 0 obj\n${dict}\nstream\n`),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${table}\n%%EOF\n`),
  ]);
}
