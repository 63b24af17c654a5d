import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { insertLabels } from '../../../src/formats/document/labels.ts';
import { numberItems } from '../../../src/formats/document/numbered-items.ts';
import { fillReferences } from '../../../src/formats/document/references.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';

const HEADING = 'Interposed';
const BODY = 'word/document.xml';
const CLAUSES = '<ol class="clauses">';

/** The Word file with a new first clause: a paragraph in the style of clause headings. */
export function interposeInWord(docx: Uint8Array): Uint8Array {
  const files = unzipSync(docx);
  const xml = strFromU8(files[BODY] ?? new Uint8Array());
  const style = '<w:pStyle w:val="Heading2"/>';
  const before = xml.lastIndexOf('<w:p>', xml.indexOf(style));
  const paragraph = `<w:p><w:pPr>${style}</w:pPr><w:r><w:t>${HEADING}</w:t></w:r></w:p>`;
  return zipSync({ ...files, [BODY]: strToU8(xml.slice(0, before) + paragraph + xml.slice(before)) });
}

/** The document as if its template had the same new clause. */
export function interposeInHtml(html: string): string {
  const document = parseHtml(html.replace(CLAUSES, `${CLAUSES}<li><h3>${HEADING}</h3></li>`));
  const items = numberItems(document);
  fillReferences(document, items);
  insertLabels(items);
  return serializeHtml(document);
}
