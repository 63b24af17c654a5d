import type { PdfFile } from './pdf-file.ts';

const NAME = '(data.json)';

/** Adds the document's data as an associated file (PDF/A-3, annex E), which viewers show among the attachments. */
export function attachData(file: PdfFile, json: string): void {
  const bytes = Buffer.from(json);
  const stream = file.addStream(
    `/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Params <</Size ${bytes.length}>>`,
    bytes.toString('latin1'),
  );
  const specification = file.add(
    `<</Type /Filespec\n/F ${NAME}\n/UF ${NAME}\n/Desc (The data that was printed)\n/AFRelationship /Data\n` +
      `/EF <</F ${stream} 0 R\n/UF ${stream} 0 R>>>>`,
  );
  file.extend(file.root, `/AF [${specification} 0 R]`);
  file.extend(file.root, `/Names <</EmbeddedFiles <</Names [${NAME} ${specification} 0 R]>>>>`);
}
