import type { PdfFile } from './pdf-file.ts';
import { writeTextString } from './text-string.ts';

const LINK = '<</Type /Annot\n/Subtype /Link\n';

/** A link into the document: the id that it leads to, and its text. */
const REFERENCE = /<a\b[^>]* href="#([^"]+)"[^>]*>([^<]+)<\/a>/g;

/** The word that a no-break space ties to what follows. */
const TIED = /(\p{L}{4,})&nbsp;$/u;
const LONGEST_TIE = 32;

/** Says of each link where it leads: "clause 7.2", or the address. */
export function describeLinks(file: PdfFile, html: string): void {
  const texts = new Map<string, string>();
  for (const { index, 1: id = '', 2: text = '' } of html.matchAll(REFERENCE)) {
    if (texts.has(id)) continue;
    const [, word] = TIED.exec(html.slice(Math.max(0, index - LONGEST_TIE), index)) ?? [];
    texts.set(id, word === undefined ? text : `${word} ${text}`);
  }
  for (const link of file.idsOf(LINK)) {
    const text = file.read(link);
    const [, name] = /\n\/Dest \/(\S+)/.exec(text) ?? [];
    const [, address] = /\n\/URI \(((?:\\[\s\S]|[^\\)])*)\)/.exec(text) ?? [];
    const description = name === undefined ? address : (texts.get(decodeName(name)) ?? decodeName(name));
    if (description !== undefined) file.extend(link, `/Contents ${writeTextString(description)}`);
  }
}

/** A name of a PDF: bytes that are no plain letters stand as #xx. */
function decodeName(name: string): string {
  const bytes = name.replace(/#([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
